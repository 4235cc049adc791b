#!/usr/bin/env bash
# Checks resumption on every JDK and with every server, and writes the page docs/compatibility.md.
# Installs missing servers (as root, on Debian), builds what is needed, fetches missing JDKs.
# tests/jdk-matrix/run.sh --help tells the options.
set -euo pipefail

module=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$module/../.." && pwd)
target=$module/target
stamp=$target/matrix-built

fail() {
  echo "run.sh: $1" >&2
  exit 1
}

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
command -v "$java" >/dev/null || fail "no Java found; install a JDK, 17 or newer, or set JAVA_HOME"
version=$("$java" -XshowSettings:properties -version 2>&1 |
  sed -n 's/^ *java\.specification\.version = \([0-9]*\).*/\1/p')
[[ ${version:-0} -ge 17 ]] ||
  fail "Java 17 or newer is needed, '$java' is ${version:-of no known version}; set JAVA_HOME"

# Servers are for the matrix to start and stop: their packages must not start them.
install_servers() {
  local missing=() policy=/usr/sbin/policy-rc.d own_policy=
  for pair in nginx:nginx haproxy:haproxy gnutls-serv:gnutls-bin openssl:openssl; do
    [[ -n $(PATH=$PATH:/usr/sbin command -v "${pair%%:*}") ]] || missing+=("${pair##*:}")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  if [[ $EUID -ne 0 ]] || ! command -v apt-get >/dev/null; then
    echo "run.sh: not installed, and left out: ${missing[*]} (root and apt-get are needed)" >&2
    return 0
  fi
  echo "installing ${missing[*]} …" >&2
  local log
  log=$(mktemp)
  if [[ ! -e $policy ]]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
    own_policy=yes
  fi
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 </dev/null || {
    tail -n 3 "$log" >&2
    echo "run.sh: could not install, and left out: ${missing[*]}" >&2
  }
  [[ -z $own_policy ]] || rm -f "$policy"
  rm -f "$log"
}

up_to_date() {
  [[ -f $stamp && -d $target/jars/driver ]] || return 1
  compgen -G "$target/reprise-jdk-matrix-*.jar" >/dev/null || return 1
  compgen -G "$root/demo-server/target/reprise-demo-server-*-app.jar" >/dev/null || return 1
  [[ -z $(find "$root/pom.xml" "$root/tests/pom.xml" \
    "$root"/{connector,demo-server,tests/jdk-matrix}/pom.xml \
    "$root"/{connector,demo-server,tests/jdk-matrix}/src/main \
    -newer "$stamp" -print -quit) ]]
}

build() {
  command -v mvn >/dev/null || fail "Maven (mvn) is needed to build; install it"
  echo "building …" >&2
  rm -rf "$stamp" "$target/jars"
  rm -f "$target"/reprise-jdk-matrix-*.jar
  local began log
  began=$(mktemp)
  log=$(mktemp)
  mvn -B -q -f "$root/pom.xml" -pl connector,demo-server,tests/jdk-matrix \
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

install_servers
up_to_date || build

columns=0
if [[ -t 2 ]]; then
  columns=$(tput cols 2>/dev/null || echo 80)
fi

exec "$java" -Xmx512m -Djava.awt.headless=true -Dmatrix.terminal.columns="$columns" \
  -cp "$(compgen -G "$target/reprise-jdk-matrix-*.jar" | head -n 1):$target/jars/driver/*:$target/jars/tomcat/*" \
  dev.reprise.matrix.Matrix "$@"
