#!/usr/bin/env bash
# Feeds new inputs, guided by coverage, to whatever parses bytes or header values.
#
#   tests/fuzz/run.sh [SECONDS]    for each fuzz test, 1 to 86400 (default 20)
#
# Builds what is needed. What it learns is kept in tests/fuzz/target/corpus for the next run. An input
# that fails is named; put it into the test's folder under src/test/resources and fix what it found.
set -euo pipefail

command=tests/fuzz/run.sh
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
target=$root/tests/fuzz/target
jazzer=com.code_intelligence.jazzer.Jazzer
# shellcheck source=../build.sh
source "$root/tests/build.sh"

[[ $# -le 1 ]] || fail "one argument at most: the seconds for each fuzz test"
case ${1:-} in
  -h | --help)
    sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"
    exit
    ;;
esac
seconds=${1:-20}
[[ $seconds =~ ^[1-9][0-9]{0,4}$ && $seconds -le 86400 ]] ||
  fail "'$seconds' is no number of seconds from 1 to 86400"

find_java

up_to_date() {
  [[ -f $target/class-path ]] || return 1
  [[ -z $(find "$root"/{connector,tests/testkit,tests/fuzz}/{pom.xml,src} -newer "$target/class-path" -print -quit) ]]
}
if ! up_to_date; then
  command -v mvn >/dev/null || fail "Maven (mvn) is needed to build; install it"
  echo "building …" >&2
  mvn -B -q -f "$root/pom.xml" -pl tests/testkit,connector,tests/fuzz \
    -DskipTests -Dmaven.javadoc.skip=true -Dmaven.source.skip=true package ||
    fail "the build failed"
fi

class_path=$target/test-classes:$(<"$target/class-path")
options=(-Xmx512m -cp "$class_path")
tests=()
while IFS= read -r file; do
  class=${file#"$target"/test-classes/} class=${class%.class}
  mapfile -t -O "${#tests[@]}" tests < <("$java" "${options[@]}" "$jazzer" \
    --list_fuzz_tests="${class//\//.}" 2>/dev/null | grep -E '^dev\.reprise\..+::.+$')
done < <(find "$target/test-classes" -name '*FuzzTest.class' | sort)
[[ ${#tests[@]} -gt 0 ]] || fail "no fuzz test found in $target/test-classes"

mkdir -p "$target/corpus" "$target/findings"
failed=0
for test in "${tests[@]}"; do
  class=${test%%:*} method=${test##*:}
  name=${class##*.}.$method
  mkdir -p "$target/corpus/$name"
  log=$target/findings/$name.log
  printf '%-55s %5s s … ' "$name" "$seconds"
  if (cd "$target/findings" && JAZZER_FUZZ=1 "$java" "${options[@]}" "$jazzer" \
    --target_class="$class" --target_method="$method" --max_duration="${seconds}s" \
    --instrumentation_includes='dev.reprise.**:org.apache.http.impl.**:org.apache.http.message.**' \
    "$target/corpus/$name") >"$log" 2>&1 </dev/null; then
    echo "ok, $(sed -n 's/^#\([0-9]*\).*DONE.*cov: \([0-9]*\).*/\1 inputs, coverage \2/p' "$log" | tail -n 1)"
  else
    failed=1
    echo "FAILED"
    sed -n '/^== Java Exception/,/^DEDUP_TOKEN/p' "$log" | grep -vE '^([[:space:]]*at |DEDUP_TOKEN|$)' |
      head -n 8 | cut -c 1-200 | sed 's/^/  /' || true
    sed -n 's/.*Test unit written to /  the input: /p' "$log"
    echo "  all of it: $log"
  fi
done
exit "$failed"
