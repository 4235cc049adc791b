#!/usr/bin/env bash
# Compares the throughput of HTTPS clients, Reprise among them. Builds what is needed first.
# ./compare.sh --help tells the options.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
module=$root/tests/comparison
target=$module/target
stamp=$target/compare-built

fail() {
  echo "compare.sh: $1" >&2
  exit 1
}

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
command -v "$java" >/dev/null || fail "no Java found; install a JDK, 17 or newer, or set JAVA_HOME"
version=$("$java" -XshowSettings:properties -version 2>&1 |
  sed -n 's/^ *java\.specification\.version = \([0-9]*\).*/\1/p')
[[ ${version:-0} -ge 17 ]] ||
  fail "Java 17 or newer is needed, '$java' is ${version:-of no known version}; set JAVA_HOME (clients can run on an older one with --jdk)"

up_to_date() {
  [[ -f $stamp && -d $target/driver && -d $target/clients ]] || return 1
  compgen -G "$target/reprise-comparison-*.jar" >/dev/null || return 1
  compgen -G "$root/demo-server/target/reprise-demo-server-*-app.jar" >/dev/null || return 1
  [[ -z $(find "$root/pom.xml" "$root/tests/pom.xml" \
    "$root"/{connector,demo-server,tests/comparison}/pom.xml \
    "$root"/{connector,demo-server,tests/comparison}/src/main \
    -newer "$stamp" -print -quit) ]]
}

build() {
  command -v mvn >/dev/null || fail "Maven (mvn) is needed to build; install it"
  echo "building (the first time takes a few minutes) …" >&2
  rm -rf "$stamp" "$target/driver" "$target/clients"
  rm -f "$target"/reprise-comparison-*.jar
  local began log
  began=$(mktemp)
  log=$(mktemp)
  mvn -B -q -f "$root/pom.xml" -pl connector,demo-server,tests/comparison \
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

columns=0
if [[ -t 2 ]]; then
  columns=$(tput cols 2>/dev/null || echo 80)
fi

exec "$java" -Xmx256m -Djava.awt.headless=true -Dcomparison.terminal.columns="$columns" \
  -cp "$(compgen -G "$target/reprise-comparison-*.jar" | head -n 1):$target/driver/*" \
  dev.reprise.comparison.Compare "$@"
