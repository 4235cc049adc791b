#!/usr/bin/env bash
# Runs what looks for defects rather than for figures, and writes what came out into one page: the trial beside stock,
# the fuzzing, and what can be seen on the wire. It ends with an error, and writes no page, if one of them finds something.
#
#   tests/checks.sh --out FOLDER [--seed S] [--scenarios N] [--seconds S]
#
#   --out FOLDER      gets checks.md
#   --seed S          of the trial's scenarios (default 1)
#   --scenarios N     of the trial (default 10000)
#   --seconds S       for each fuzz test (default 60)
set -euo pipefail

command=tests/checks.sh
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=build.sh
source "$root/tests/build.sh"

arguments="$*"
out=
seed=1
scenarios=10000
seconds=60
while [[ $# -gt 0 ]]; do
  case $1 in
    --out) mkdir -p "${2:?}"; out=$(folder "$1" "$2"); shift 2 ;;
    --seed) seed=${2:?} && shift 2 ;;
    --scenarios) scenarios=${2:?} && shift 2 ;;
    --seconds) seconds=${2:?} && shift 2 ;;
    -h | --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}" && exit ;;
    *) fail "unknown option '$1'" ;;
  esac
done
[[ -n $out ]] || fail "--out is needed; --help tells more"

find_java
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
commit=$(git -C "$root" rev-parse --short=12 HEAD)

echo "the trial …" >&2
"$root/tests/trial/run.sh" --seed "$seed" --scenarios "$scenarios" >"$work/trial" ||
  { sed -n '/^Unwanted/,$p' "$work/trial" >&2 && fail "the trial found a difference, or something was left over"; }
echo "the fuzzing …" >&2
"$root/tests/fuzz/run.sh" "$seconds" >"$work/fuzz" || { cat "$work/fuzz" >&2 && fail "the fuzzing found something"; }
echo "the wire …" >&2
mvn -B -f "$root/pom.xml" -pl tests/testkit,connector -Dtest=WireTest -Dsurefire.failIfNoSpecifiedTests=false \
  -Dspotless.check.skip=true test >"$work/wire" 2>&1 </dev/null || { tail -n 60 "$work/wire" >&2 && fail "WireTest failed"; }

# A line of the trial's report, such as `Scenarios: 300`.
said() {
  sed -n "s/^$1: //p" "$work/trial"
}

page() {
  cat <<END
# Trial, fuzzing and wire

These checks look for defects rather than for figures. If one of them finds a defect, it fails and no page is written.

Written by \`$command${arguments:+ $arguments}\`; do not edit. Measured on $(date -u +%F) with Java $("$java" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.version = //p'), commit $commit.

## Trial
[Scenarios](../dev/trial.md) with stock clients and with Reprise: $(said Scenarios), from the seed $(said Seed). Unwanted differences: $(said 'Unwanted differences').

| wanted difference | scenarios |
|---|---|
$(sed -n 's/^  \([0-9][0-9]*\) × [A-Z_]*: \(.*\)/| \2 | \1 |/p' "$work/trial")

## Fuzzing
The inputs are generated to cover more and more of the code that parses bytes or header values, $seconds s for each test. No input failed.

| fuzz test | inputs |
|---|---|
$(sed 's/\x1b\[[0-9;]*m//g' "$work/fuzz" | awk '/ ok, /{ print "| " $1 " | " ($7 ~ /inputs/ ? $6 : "the stored ones") " |" }')

## Wire
\`WireTest\` reads the records between client and server. No ticket is offered twice, nor again after a refusal. No session is offered under other trust or keys. A known server gets no key share that it would not use. One alert ends each connection. $(sed -n 's/.*Tests run: \([0-9]*\), Failures: 0.* dev.reprise.tls.WireTest.*/\1/p' "$work/wire" | head -n 1) cases, none failed.
END
}

page >"$out/checks.md"
echo "$out/checks.md"
