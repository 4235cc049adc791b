#!/usr/bin/env bash
# Checks resumption on every JDK and with every server, and writes the page docs/compatibility.md.
# Installs missing servers (as root, on Debian), builds what is needed, fetches missing JDKs.
# tests/jdk-matrix/run.sh --help tells the options.
set -euo pipefail

command=tests/jdk-matrix/run.sh
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
target=$root/tests/jdk-matrix/target
# shellcheck source=../build.sh
source "$root/tests/build.sh"

# Servers are for the matrix to start and stop: their packages must not start them.
install_servers() {
  local missing=() policy=/usr/sbin/policy-rc.d own_policy=
  for pair in nginx:nginx haproxy:haproxy gnutls-serv:gnutls-bin openssl:openssl; do
    [[ -n $(PATH=$PATH:/usr/sbin command -v "${pair%%:*}") ]] || missing+=("${pair##*:}")
  done
  [[ ${#missing[@]} -gt 0 ]] || return 0
  if [[ $EUID -ne 0 ]] || ! command -v apt-get >/dev/null; then
    echo "$command: not installed, and left out: ${missing[*]} (root and apt-get are needed)" >&2
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
    echo "$command: could not install, and left out: ${missing[*]}" >&2
  }
  [[ -z $own_policy ]] || rm -f "$policy"
  rm -f "$log"
}

find_java
install_servers
build connector demo-server tests/harness tests/jdk-matrix
find_terminal
exec "$java" -Xmx512m -Djava.awt.headless=true "$terminal" \
  -cp "$(compgen -G "$target/reprise-jdk-matrix-*.jar" | head -n 1):$target/jars/driver/*:$target/jars/tomcat/*" \
  dev.reprise.matrix.Matrix "$@"
