#!/usr/bin/env bash
# Sends tens of thousands of requests, faults among them, and fails if anything grows or is left over.
# Writes the page soak.md. Builds what is needed first. tests/soak/run.sh --help tells the options.
set -euo pipefail

command=tests/soak/run.sh
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
target=$root/tests/soak/target
# shellcheck source=../build.sh
source "$root/tests/build.sh"

[[ -r /proc/self/status && -r /proc/net/snmp ]] || fail "/proc is needed: the soak runs on Linux only"
find_java
build connector demo-server tests/harness tests/soak
find_terminal
cd "$root"
exec "$java" -Xmx256m -Djava.awt.headless=true "$terminal" \
  -cp "$target/classes:$target/libraries/*" dev.reprise.soak.Soak "$@"
