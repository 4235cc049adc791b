#!/usr/bin/env bash
# Compares HTTPS clients, with and without Reprise. Builds what is needed first.
# ./compare.sh --help tells the options.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
command=./compare.sh
# shellcheck source=tests/build.sh
source "$root/tests/build.sh"

find_java
build connector spring-autoconfig tests/lab/subject tests/lab tests/benchmarks
classes=$root/tests/benchmarks/target/class-path
# The application that learns needs Spring Boot.
[[ ${*,,} != *'experiment learn'* && ${*,,} != *experiment=learn* ]] || classes+=-application
commit=$(git -C "$root" rev-parse --short=12 HEAD 2>/dev/null || echo unknown)
[[ -z $(git -C "$root" status --porcelain 2>/dev/null) ]] || commit+=', with changes'
shown= before=
for each; do
  # Values of headers may be secrets: they are not for the record.
  [[ $before != --header && $each != --header=* ]] || each=${each%%:*}:...
  printf -v shown '%s %q' "$shown" "$each"
  before=$each
done
exec "$java" -Xmx256m -Djava.awt.headless=true -Dcommit="$commit" \
  -Dcommand="$command$shown" \
  -cp "$root/tests/benchmarks/target/classes:$(<"$classes")" \
  dev.reprise.benchmarks.Compare "$@"
