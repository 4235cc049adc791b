#!/usr/bin/env bash
# Runs the commands of docs/first-hour.md in an empty folder, and tells how many seconds each step takes.
#
#   examples/first-hour.sh [--boot 2.7|3.5|4.1]… [--cold] [--out FOLDER]
#   examples/first-hour.sh [--boot 2.7|3.5|4.1]… --repository FOLDER [--version V]
#
#   --boot GENERATION     this one; may be given several times (default: all three)
#   --cold                begin with an empty local repository, so that everything is downloaded
#   --out FOLDER          write FOLDER/first-hour.md
#   --repository FOLDER   take Reprise from this staged repository in place of step 1
#   --version V           that of the staged Reprise (default: the one that the page names)
#
# The local repository is a copy in which there is no Reprise. The clone is a copy too, with nothing built.
set -euo pipefail

command=examples/first-hour.sh
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=../tests/build.sh
source "$root/tests/build.sh"

generations=()
cold=
out=
repository=
version=
while [[ $# -gt 0 ]]; do
  case $1 in
    --boot) generations+=("${2:?}") && shift 2 ;;
    --cold) cold=yes && shift ;;
    --out) out=$(folder "$1" "${2:-}"); shift 2 ;;
    --repository) repository=$(folder "$1" "${2:-}"); shift 2 ;;
    --version) version=${2:?} && shift 2 ;;
    -h | --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}" && exit ;;
    *) fail "unknown option '$1'" ;;
  esac
done
[[ -z $out || -z $repository ]] || fail "--out measures all steps, and --repository leaves out the first"
[[ ${#generations[@]} -gt 0 ]] || generations=(2.7 3.5 4.1)

# of GENERATION: the version of Spring Boot, and its starter for web applications.
of() {
  case $1 in
    2.7) echo 2.7.18 spring-boot-starter-web ;;
    3.5) echo 3.5.14 spring-boot-starter-web ;;
    4.1) echo 4.1.0 spring-boot-starter-webmvc ;;
    *) fail "--boot is 2.7, 3.5 or 4.1, not '$1'" ;;
  esac
}
for generation in "${generations[@]}"; do
  of "$generation" >/dev/null
done

find_java
for tool in mvn curl git python3; do
  command -v "$tool" >/dev/null || fail "$tool is needed"
done
work=$(mktemp -d)
# shellcheck disable=SC2046
trap 'kill $(jobs -p) 2>/dev/null || true; rm -rf "$work"' EXIT

mkdir "$work/clone"
[[ -n $cold ]] || copy_maven_repository "$work/maven"
export MAVEN_OPTS="${MAVEN_OPTS:-} -Dmaven.repo.local=$work/maven"
(cd "$root" && git ls-files -z | tar -c --null -T - 2>/dev/null) | tar -x -C "$work/clone"

# The blocks of the page, one file for each step. Ports are free ones here.
read -r bank_port port < <(python3 -c '
import socket
taken = [socket.socket() for _ in range(2)]
for one in taken:
    one.bind(("localhost", 0))
print(*(one.getsockname()[1] for one in taken))')
titles=()
while read -r title; do
  titles+=("$title")
done < <(sed -n 's/^## [0-9]*\. //p' "$root/docs/first-hour.md")
awk -v folder="$work" '
  /^## [0-9]+\. / { step = $2 + 0 }
  /^```$/ { inside = 0 }
  inside && step { print > (folder "/step-" step) }
  /^```bash$/ { inside = 1 }' "$root/docs/first-hour.md"
sed -i "s/java Bank\.java/java Bank.java $bank_port/; s/localhost:8443/localhost:$bank_port/g
  s/localhost:8080/localhost:$port/g; s/server\.port=8080/server.port=$port/" "$work"/step-*
if [[ -n $repository ]]; then
  staged_settings "$repository" >"$work/settings.xml"
  mvn() {
    command mvn -s "$work/settings.xml" "$@"
  }
  [[ -z $version ]] ||
    sed -i "/<artifactId>reprise-/{n;s|<version>.*<|<version>$version<|;}" "$work"/step-*
fi

declare -A took
# step NUMBER GENERATION: runs it in this shell.
step() {
  local began=$EPOCHREALTIME
  # shellcheck disable=SC1090
  source "$work/step-$1" >"$work/out-$1" 2>&1 || { tail -n 40 "$work/out-$1" >&2; fail "step $1 failed on $2"; }
  took[$1,$2]=$(awk -v a="$began" -v b="$EPOCHREALTIME" 'BEGIN { printf "%.1f", b - a }')
  echo "$2: $1. ${titles[$1 - 1]}: ${took[$1,$2]} s" >&2
}

# Read by the blocks.
# shellcheck disable=SC2034
reprise=$work/clone
[[ -n $repository ]] || step 1 "all"
for generation in "${generations[@]}"; do
  # shellcheck disable=SC2034
  read -r boot web < <(of "$generation")
  mkdir "$work/$generation" && cd "$work/$generation"
  for number in 2 3 4 5 6 7 8; do
    step "$number" "$generation"
  done
  wait
  grep -q '"handshakes":{"resumed":4,"full":1,"failed":0}' "$work/out-7" ||
    { cat "$work/out-7" >&2; fail "not one full handshake and four resumed ones on $boot"; }
  cd "$root"
done

table() {
  local number generation
  printf '| step'
  for generation in "${generations[@]}"; do printf ' | Spring Boot %s' "$(of "$generation" | cut -d ' ' -f 1)"; done
  printf ' |\n|---'
  for generation in "${generations[@]}"; do printf '|---'; done
  printf '|\n'
  for number in 1 2 3 4 5 6 7; do
    printf '| %s. %s' "$number" "${titles[number - 1]}"
    for generation in "${generations[@]}"; do
      printf ' | %s s' "${took[$number,$generation]:-${took[$number,all]}}"
    done
    printf ' |\n'
  done
  printf '| together'
  for generation in "${generations[@]}"; do
    printf ' | %s s' "$(for number in 1 2 3 4 5 6 7; do
      echo "${took[$number,$generation]:-${took[$number,all]}}"
    done | awk '{ sum += $1 } END { printf "%.0f", sum }')"
  done
  printf ' |\n'
}

page() {
  local repository='The local repository had what Maven and Spring Boot need, and no Reprise.'
  [[ -z $cold ]] || repository='The local repository was empty: everything was downloaded, what several generations need by the first of them.'
  local version maven_version
  version=$("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.version = //p')
  maven_version=$(mvn -v | sed -n '1{s/\x1b\[[0-9;]*m//g;s/ (.*//;p}')
  cat <<END
# The first hour, measured

Seconds for each step of [the first hour](../first-hour.md). The commands were taken from the page and run unchanged except for the ports. They start in an empty folder and end when the endpoint shows one full handshake and four resumed ones. The time to read the page is not included.

$(table)

Step 1 was done once, for all generations. ${repository} Measured on $(date -u +%F) with Java $version, $maven_version and $(nproc) processors, which other programs used too (load $(cut -d ' ' -f 1 /proc/loadavg) at the end). A quiet machine is faster.

Written by \`examples/first-hour.sh${cold:+ --cold} --out docs/measured\`.
END
}

[[ -n $repository ]] || table
[[ -z $out ]] || page >"$out/first-hour.md"
