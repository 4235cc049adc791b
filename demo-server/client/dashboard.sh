#!/usr/bin/env bash
# Starts the demo client, which prints the URL of its page. Builds what is needed first.
# ./dashboard.sh --help tells the options.
set -euo pipefail

module=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$module/../.." && pwd)
stamp=$module/target/dashboard-built

fail() {
  echo "dashboard.sh: $1" >&2
  exit 1
}

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
command -v "$java" >/dev/null || fail "no Java found; install a JDK, 17 or newer, or set JAVA_HOME"
version=$("$java" -XshowSettings:properties -version 2>&1 |
  sed -n 's/^ *java\.specification\.version = \([0-9]*\).*/\1/p')
[[ ${version:-0} -ge 17 ]] ||
  fail "Java 17 or newer is needed, '$java' is ${version:-of no known version}; set JAVA_HOME"

parts=(connector spring-autoconfig demo-server demo-server/client)

up_to_date() {
  [[ -f $stamp ]] || return 1
  compgen -G "$module/target/reprise-demo-client-*-app.jar" >/dev/null || return 1
  local sources=("$root/pom.xml")
  for part in "${parts[@]}"; do
    sources+=("$root/$part/pom.xml" "$root/$part/src/main")
  done
  [[ -z $(find "${sources[@]}" -newer "$stamp" -print -quit) ]]
}

build() {
  command -v mvn >/dev/null || fail "Maven (mvn) is needed to build; install it"
  echo "building (the first time takes a few minutes) …" >&2
  rm -f "$stamp"
  local began log modules
  began=$(mktemp)
  log=$(mktemp)
  modules=$(IFS=,; echo "${parts[*]}")
  mvn -B -q -f "$root/pom.xml" -pl "$modules" \
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

exec "$java" -Xmx512m -Djava.awt.headless=true \
  -jar "$(compgen -G "$module/target/reprise-demo-client-*-app.jar" | head -n 1)" "$@"
