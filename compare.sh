#!/usr/bin/env bash
# Compares the throughput of HTTPS clients, Reprise among them. Builds what is needed first.
# ./compare.sh --help tells the options.
set -euo pipefail

export REPRISE_COMMAND=./compare.sh
exec "$(dirname "${BASH_SOURCE[0]}")/tests/lab.sh" compare "$@"
