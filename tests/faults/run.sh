#!/usr/bin/env bash
# Tries every fault on every JDK and writes the table of docs/faults.md. Builds what is needed first.
# tests/faults/run.sh --help tells the options.
set -euo pipefail

module=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$module/../.." && pwd)
target=$module/target
stamp=$target/faults-built

fail() {
  echo "tests/faults/run.sh: $1" >&2
  exit 1
}

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
command -v "$java" >/dev/null || fail "no Java found; install a JDK, 17 or newer, or set JAVA_HOME"
version=$("$java" -XshowSettings:properties -version 2>&1 |
  sed -n 's/^ *java\.specification\.version = \([0-9]*\).*/\1/p')
[[ ${version:-0} -ge 17 ]] || fail "Java 17 or newer is needed, '$java' is ${version:-of no known version}; set JAVA_HOME"

up_to_date() {
  [[ -f $stamp && -d $target/libraries ]] || return 1
  [[ -z $(find "$root/pom.xml" "$root/tests/pom.xml" "$root"/{connector,tests/jdk-matrix,tests/faults}/pom.xml \
    "$root"/{connector,tests/jdk-matrix,tests/faults}/src/main -newer "$stamp" -print -quit) ]]
}

build() {
  command -v mvn >/dev/null || fail "Maven (mvn) is needed to build; install it"
  echo "building …" >&2
  local began log
  began=$(mktemp)
  log=$(mktemp)
  rm -f "$stamp"
  mvn -B -q -f "$root/pom.xml" -pl connector,tests/jdk-matrix,tests/faults \
    -Dmaven.test.skip=true -Dmaven.javadoc.skip=true -Dmaven.source.skip=true \
    -Dspotless.check.skip=true package >"$log" 2>&1 </dev/null &
  local maven=$!
  trap 'kill "$maven" 2>/dev/null || true; wait "$maven" || true; rm -f "$log" "$began"; exit 130' INT TERM HUP
  if ! wait "$maven"; then
    cat "$log" >&2
    rm -f "$log" "$began"
    fail "the build failed"
  fi
  trap - INT TERM HUP
  # A file changed while Maven ran is newer than the stamp.
  touch -r "$began" "$stamp"
  rm -f "$log" "$began"
}

# For the faults of the wall clock; without it they are left out, loudly.
if [[ $EUID -eq 0 ]] && command -v apt-get >/dev/null &&
  ! compgen -G '/usr/lib/*/faketime/libfaketime.so.1' >/dev/null; then
  echo "installing libfaketime …" >&2
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends libfaketime; } >/dev/null 2>&1 </dev/null ||
    echo "tests/faults/run.sh: libfaketime could not be installed" >&2
fi

up_to_date || build

terminal=false
[[ ! -t 2 ]] || terminal=true
cd "$root"
exec "$java" -Xmx256m -Djava.awt.headless=true -Dfaults.terminal="$terminal" \
  -cp "$target/classes:$target/libraries/*" dev.reprise.faults.FaultTable "$@"
