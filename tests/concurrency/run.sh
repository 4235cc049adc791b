#!/usr/bin/env bash
# Tries the interleavings of the connector's lock-free structures with jcstress.
#
#   tests/concurrency/run.sh            a short look, less than a minute
#   tests/concurrency/run.sh --long     the default effort of jcstress, many minutes
#
# Builds what is needed. The report is tests/concurrency/target/jcstress/index.html.
set -euo pipefail

module=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$module/../.." && pwd)
target=$module/target

fail() {
  echo "run.sh: $1" >&2
  exit 1
}

# Scheduling and compilation are left to the system. Tests have two actors, for machines of two processors.
effort=(-m quick -jvmArgs -Xmx256m -sc false -af NONE -f 1 -iters 3 -time 250)
[[ $# -le 1 ]] || fail "one option at most: --long"
case ${1:-} in
  '') ;;
  --long) effort=(-m default) ;;
  -h | --help)
    sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"
    exit
    ;;
  *) fail "unknown option '$1'; there is --long" ;;
esac

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
command -v "$java" >/dev/null || fail "no Java found; install a JDK, 17 or newer, or set JAVA_HOME"

up_to_date() {
  [[ -f $target/class-path ]] || return 1
  [[ -z $(find "$root"/{connector,tests/concurrency}/{pom.xml,src/main} \
    -newer "$target/class-path" -print -quit) ]]
}
if ! up_to_date; then
  command -v mvn >/dev/null || fail "Maven (mvn) is needed to build; install it"
  echo "building …" >&2
  mvn -B -q -f "$root/pom.xml" -pl connector,tests/concurrency \
    -DskipTests -Dmaven.javadoc.skip=true -Dmaven.source.skip=true package ||
    fail "the build failed"
fi

mkdir -p "$target/jcstress"
cd "$target/jcstress"
exec "$java" -Xmx256m -cp "$target/classes:$(<"$target/class-path")" org.openjdk.jcstress.Main \
  "${effort[@]}" -r "$target/jcstress"
