#!/usr/bin/env bash
# Runs generated scenarios with stock clients and with Reprise, and compares. Builds what is needed first.
# tests/trial/run.sh --help tells the options.
set -euo pipefail

command=tests/trial/run.sh
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
target=$root/tests/trial/target
# shellcheck source=../build.sh
source "$root/tests/build.sh"

find_java
build connector tests/trial
cd "$root"
# Many short scenarios: what the first compiler makes is good enough, and soon there.
exec "$java" -XX:TieredStopAtLevel=1 -Xmx768m -Djava.awt.headless=true \
  -Djdk.net.hosts.file="$root/tests/trial/src/main/resources/hosts" \
  -Djdk.http.auth.tunneling.disabledSchemes= \
  -cp "$target/classes:$target/libraries/*" dev.reprise.trial.TrialMain "$@"
