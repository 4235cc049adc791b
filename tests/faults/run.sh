#!/usr/bin/env bash
# Tries every fault on every JDK and writes the table of docs/faults.md. Builds what is needed first.
# tests/faults/run.sh --help tells the options.
set -euo pipefail

command=tests/faults/run.sh
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
target=$root/tests/faults/target
# shellcheck source=../build.sh
source "$root/tests/build.sh"

find_java
# For the faults of the wall clock; without it they are left out, loudly.
if [[ $EUID -eq 0 ]] && command -v apt-get >/dev/null &&
  ! compgen -G '/usr/lib/*/faketime/libfaketime.so.1' >/dev/null; then
  echo "installing libfaketime …" >&2
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends libfaketime; } >/dev/null 2>&1 </dev/null ||
    echo "$command: libfaketime could not be installed" >&2
fi

build connector tests/harness tests/faults
find_terminal
cd "$root"
exec "$java" -Xmx256m -Djava.awt.headless=true "$terminal" \
  -cp "$target/classes:$target/libraries/*" dev.reprise.faults.FaultTable "$@"
