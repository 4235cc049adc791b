#!/usr/bin/env bash
# Tries the interleavings of the connector's lock-free structures with jcstress.
#
#   tests/concurrency/run.sh            a short look, about a minute
#   tests/concurrency/run.sh --long     the default effort of jcstress, many minutes
#
# Builds what is needed. The report is tests/concurrency/target/jcstress/index.html.
set -euo pipefail

command=tests/concurrency/run.sh
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
target=$root/tests/concurrency/target
# shellcheck source=../build.sh
source "$root/tests/build.sh"

# Scheduling and compilation are left to the system. Tests have two actors, for machines of two processors.
effort=(-m quick -jvmArgs -Xmx256m -sc false -af NONE -f 1 -iters 3 -time 200)
[[ $# -le 1 ]] || fail "one option at most: --long"
case ${1:-} in
  '') ;;
  --long) effort=(-m default) ;;
  -h | --help)
    sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"
    exit
    ;;
  *) fail "unknown option '$1'; there is --long" ;;
esac

find_java
build connector tests/concurrency

mkdir -p "$target/jcstress"
cd "$target/jcstress"
exec "$java" -Xmx256m -cp "$target/classes:$(<"$target/class-path")" org.openjdk.jcstress.Main \
  "${effort[@]}" -r "$target/jcstress"
