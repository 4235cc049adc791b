#!/usr/bin/env bash
# Measures what single operations of the connector cost, with JMH, stock beside Reprise.
#
#   tests/benchmarks/run.sh                  all, some minutes
#   tests/benchmarks/run.sh Lease -f 1       those whose names match, with JMH's options
#   tests/benchmarks/run.sh --out docs/measured   all, with the raw data in benchmarks/RUNTIME.json there
#
# The callers are virtual threads: JAVA_HOME must name a JDK 24 or newer, on which stock's do not
# pin their carriers. Builds what is needed. Nothing else should run meanwhile.
set -euo pipefail

command=tests/benchmarks/run.sh
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
target=$root/tests/benchmarks/target
# shellcheck source=../build.sh
source "$root/tests/build.sh"

options=("$@")
out=
case ${1:-} in
  -h | --help)
    sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"
    exit
    ;;
  --out)
    [[ $# -ge 2 ]] || fail "--out needs a folder"
    out=$2
    raw=$(mktemp)
    trap 'rm -f "$raw"' EXIT
    options=(-rf json -rff "$raw" "${@:3}")
    ;;
esac

find_java
[[ $("$java" -XshowSettings:properties -version 2>&1 |
  sed -n 's/^ *java\.specification\.version = \([0-9]*\).*/\1/p') -ge 24 ]] ||
  fail "JDK 24 or newer is needed for the callers' virtual threads; set JAVA_HOME"
build tests/testkit connector tests/benchmarks
[[ -z $out ]] || build connector tests/lab/subject tests/lab
"$java" -cp "$target/classes:$(<"$target/class-path")" org.openjdk.jmh.Main "${options[@]}"
[[ -z $out ]] || "$java" -cp "$root/tests/lab/target/classes:$root/tests/lab/target/jars/common/*" \
  dev.reprise.lab.Benchmarks "$raw" "$out" "$command ${*:3}"
