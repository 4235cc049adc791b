#!/usr/bin/env bash
# Sends tens of thousands of requests, faults among them, and fails if anything grows or is left over.
# Writes the page soak.md. Builds what is needed first. tests/soak/run.sh --help tells the options.
set -euo pipefail

module=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$module/../.." && pwd)
target=$module/target
stamp=$target/soak-built

fail() {
  echo "tests/soak/run.sh: $1" >&2
  exit 1
}

[[ -r /proc/self/status && -r /proc/net/snmp ]] || fail "/proc is needed: the soak runs on Linux only"
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
command -v "$java" >/dev/null || fail "no Java found; install a JDK, 17 or newer, or set JAVA_HOME"
version=$("$java" -XshowSettings:properties -version 2>&1 |
  sed -n 's/^ *java\.specification\.version = \([0-9]*\).*/\1/p')
[[ ${version:-0} -ge 17 ]] || fail "Java 17 or newer is needed, '$java' is ${version:-of no known version}; set JAVA_HOME"

up_to_date() {
  [[ -f $stamp && -d $target/libraries ]] || return 1
  compgen -G "$root/demo-server/target/reprise-demo-server-*-app.jar" >/dev/null || return 1
  [[ -z $(find "$root/pom.xml" "$root/tests/pom.xml" \
    "$root"/{connector,demo-server,tests/jdk-matrix,tests/soak}/pom.xml \
    "$root"/{connector,demo-server,tests/jdk-matrix,tests/soak}/src/main -newer "$stamp" -print -quit) ]]
}

build() {
  command -v mvn >/dev/null || fail "Maven (mvn) is needed to build; install it"
  echo "building …" >&2
  local began log
  began=$(mktemp)
  log=$(mktemp)
  rm -rf "$stamp" "$target/libraries"
  mvn -B -q -f "$root/pom.xml" -pl connector,demo-server,tests/jdk-matrix,tests/soak \
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

up_to_date || build

terminal=false
[[ ! -t 2 ]] || terminal=true
cd "$root"
exec "$java" -Xmx256m -Djava.awt.headless=true -Dsoak.terminal="$terminal" \
  -cp "$target/classes:$target/libraries/*" dev.reprise.soak.Soak "$@"
