#!/usr/bin/env bash
# The starter in applications of Spring Boot 2.7 to 4.1, each on the Java versions of its own.
#
#   tests/lab.sh boot            all cells; rewrites docs/measured/boot.md
#   tests/lab.sh boot --short    2.7 and 3.5 on their oldest Java, 4.1 on the newest; mvn verify runs 4.0
#
#   --boot V,…      only these generations, such as 2.7,4.1
#   --java N,…      only these Java versions: 11, 17, 25
#   --installed     with the Reprise that is in the local Maven repository, which is not built
#   --out FOLDER    where boot.md is written; else docs/measured for all cells, tests/boot/target for some
#   --startup N     instead of the cases, starts an application N times each without and with Reprise;
#                   the machine should do nothing else
set -euo pipefail

command='tests/lab.sh boot'
module=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$module/../.." && pwd)
# shellcheck source=../build.sh
source "$root/tests/build.sh"

cells=(2.7:11 2.7:17 3.1:17 3.2:17 3.3:17 3.4:17 3.5:17 3.5:25 4.0:17 4.0:25 4.1:17 4.1:25)
# What is fetched where the machine has none.
declare -A fetched=([11]=11.0.13 [17]=17.0.2 [25]=25.0.2)
boots=
javas=
installed=
out=
startup=
while [[ $# -gt 0 ]]; do
  case $1 in
    --short) cells=(2.7:11 3.5:17 4.1:25) && out=${out:-$module/target} && shift ;;
    --boot) boots=,${2:?}, && out=${out:-$module/target} && shift 2 ;;
    --java) javas=,${2:?}, && out=${out:-$module/target} && shift 2 ;;
    --installed) installed=yes && shift ;;
    --out) out=${2:?} && shift 2 ;;
    --startup) startup=${2:?} && shift 2 ;;
    -h | --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}" && exit ;;
    *) fail "unknown option '$1'; --help lists the options" ;;
  esac
done
chosen=()
for cell in "${cells[@]}"; do
  [[ (-n $boots && $boots != *,${cell%:*},*) || (-n $javas && $javas != *,${cell#*:},*) ]] || chosen+=("$cell")
done
[[ ${#chosen[@]} -gt 0 ]] || fail "no cell is left; there are (Boot:Java) ${cells[*]}"

find_java
command -v mvn >/dev/null || fail "Maven (mvn) is needed to build; install it"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# quietly COMMAND…: shows what it prints if it fails.
quietly() {
  "$@" >"$work/log" 2>&1 </dev/null || { cat "$work/log" >&2 && return 1; }
}

# told WHAT JAVA: a property of a Java runtime, such as java.home.
told() {
  "$2" -XshowSettings:properties -version 2>&1 | sed -n "s/^ *${1//./\\.} = //p"
}

# java_of N: the machine's own Java of this feature version, or one that is fetched.
java_of() {
  { "$root/tests/jdks.sh" "machine-$1" 2>/dev/null || "$root/tests/jdks.sh" "${fetched[$1]}"; } | cut -f 2
}

if [[ -z $installed ]]; then
  echo "building, and putting this Reprise into the local Maven repository …" >&2
  quietly install_reprise || fail "the build failed"
fi

# start_times BOOT JAVA: rows of a table, of the same application by turns.
start_times() {
  local path times round name
  quietly mvn -B -q -f "$module/pom.xml" -Dboot="$1" -Dspotless.check.skip=true test-compile \
    dependency:build-classpath -DincludeScope=runtime -Dmdep.outputFile="$work/path"
  path=$module/target/$1/test-classes:$(<"$work/path")
  local -A variants=(['without Reprise']=--reprise.enabled=false ['with Reprise']=
    ['with two named clients']='--reprise.clients.bank.read-timeout=30s --reprise.clients.parcel-service.read-timeout=5s')
  for ((round = 0; round < startup; round++)); do
    for name in "${!variants[@]}"; do
      # shellcheck disable=SC2086
      "$2" -cp "$path" dev.reprise.boot.StartupMain ${variants[$name]} | tail -n 1 >>"$work/$name"
    done
  done
  for name in 'without Reprise' 'with Reprise' 'with two named clients'; do
    mapfile -t times < <(sort -n "$work/$name")
    echo "| Boot $1 on Java $(told java.version "$2") | $name | ${times[$((startup / 2))]} | ${times[0]} to ${times[-1]} |"
    rm "$work/$name"
  done
}

failed=
for cell in "${chosen[@]}"; do
  boot=${cell%:*}
  jvm=$(java_of "${cell#*:}")
  [[ -n $jvm ]] || fail "no Java ${cell#*:} found; set JAVA_HOME_${cell#*:}"
  if [[ -n $startup ]]; then
    start_times "$boot" "$jvm"
    continue
  fi
  echo "Boot $boot on Java ${cell#*:} …" >&2
  if quietly mvn -B -q -f "$module/pom.xml" -Dboot="$boot" -Djvm="$jvm" -Dboot.skip=false -DfailIfNoTests=true \
    -Djacoco.skip=true -Dspotless.check.skip=true clean test; then
    mkdir -p "$work/cells/$cell"
    cp "$module/target/$boot/surefire-reports/"TEST-*.xml "$work/cells/$cell"
  else
    failed+=" $cell"
  fi
done
[[ -z $failed ]] || fail "not all cases hold (Boot:Java):$failed"
[[ -z $startup ]] || exit 0

# row NAME COMMAND…: of what a command prints for the reports of each cell.
row() {
  printf '| %s |' "$1"
  shift
  for cell in "${chosen[@]}"; do
    printf ' %s |' "$("$@" "$work/cells/$cell"/*.xml | head -n 1)"
  done
  echo
}

# version JAR FILE…: of a jar on the class path.
version() {
  local jar=$1
  shift
  grep -hoE "/$jar-[0-9.]+[0-9]\.jar" "$@" | sed -E 's/.*-(.*)\.jar/\1/'
}

# table: a row for each case, with what came of it in each cell.
table() {
  for cell in "${chosen[@]}"; do
    grep -HE '<testcase |<skipped' "$work/cells/$cell"/*.xml | sed "s|^|$cell |"
  done | awk -v cells="${chosen[*]}" '
    /<testcase / {
      match($0, /TEST-[A-Za-z0-9.]*Test[-.]/)
      class = substr($0, RSTART + 5, RLENGTH - 10)
      sub(/.*\./, "", class)
      match($0, / name="[A-Za-z0-9]*/)
      name = class ": " substr($0, RSTART + 7, RLENGTH - 7)
      gsub(/[A-Z]/, " &", name)
      name = tolower(substr(name, 2))
      if (!(name in known)) { known[name] = 1; names[++count] = name }
      first = !((name, $1) in state) || state[name, $1] != "✓"
      state[name, $1] = "✓"
    }
    /<skipped/ && first { state[name, $1] = "–" }
    END {
      number = split(cells, cell, " ")
      for (i = 1; i <= count; i++) {
        line = "| " names[i] " |"
        for (j = 1; j <= number; j++)
          line = line " " ((names[i], cell[j]) in state ? state[names[i], cell[j]] : "–") " |"
        print line
      }
    }' | sort
}

page() {
  echo '# Spring Boot matrix

The same jar of the starter runs in applications of all generations of Spring Boot from 2.7 on. Each has its own class path and Java versions. In each case they make 5 calls to a server that answers every request with `Connection: close`. If a case says that calls resume, client and server both counted one full handshake and four resumed ones. If a choice of the application wins, the server counted its calls, and Reprise counted none. – means not run here: nothing of the kind exists in that generation, or the starter'\''s own module tests it (3.5).
'
  row '' version spring-boot
  printf '|%s\n' "$(printf ' --- |%.0s' '' "${chosen[@]}")"
  row Spring-WS version spring-ws-core
  row Java sed -nE 's/.*name="java\.version" value="([^"]*)".*/\1/p'
  table
  echo "
Written on $(date -u +%F) by \`$command\`, on $(uname -sr | sed "s/-.*//"), of commit $(git -C "$root" rev-parse --short=12 HEAD)$(git -C "$root" diff --quiet HEAD || echo -dirty); [the cases](../../tests/boot)."
}

out=${out:-$root/docs/measured}
mkdir -p "$out"
# The page itself is no change of what was run.
page >"$work/boot.md"
cp "$work/boot.md" "$out"
cat "$out/boot.md"
