#!/usr/bin/env bash
# Compares the throughput of HTTPS clients, Reprise among them. Builds what is needed first.
# ./compare.sh --help tells the options.
set -euo pipefail

command=compare.sh
root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
target=$root/tests/comparison/target
# shellcheck source=tests/build.sh
source "$root/tests/build.sh"

find_java
build connector demo-server tests/harness tests/comparison
find_terminal
exec "$java" -Xmx256m -Djava.awt.headless=true "$terminal" \
  -cp "$(compgen -G "$target/reprise-comparison-*.jar" | head -n 1):$target/driver/*" \
  dev.reprise.comparison.Compare "$@"
