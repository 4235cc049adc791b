#!/usr/bin/env bash
# Runs tests of the connector on other Java runtimes than the one that builds it.
#
#   tests/on-jdks.sh [TESTS] [VERSION…]   default: those of preconnected connections, on 11.0.5, 11.0.13, 21.0.8 and 25.0.2
#
# TESTS is as Surefire's -Dtest. Keys are RSA ones, since 11.0.5 comes without elliptic curves. A runtime
# that cannot be had is told by tests/jdks.sh and left out; exit code 3 then, and 1 if
# a test failed. The JDK's server of 11.0.5 forgets a session when a write of its own fails, so that two cases
# of CloseTest fail there (FLOOD_AFTER_RESPONSE). With TLS 1.3 one of some 256 handshakes between JSSE of 11.0.5
# and itself ends with "Tag mismatch", with any client.
set -euo pipefail

case ${1:-} in
  -h | --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}" && exit ;;
  -*) echo "on-jdks.sh: unknown option '$1'; --help tells more" >&2 && exit 2 ;;
esac
cd "$(dirname "${BASH_SOURCE[0]}")/.."
tests=${1:-'Preconnection*Test,VirtualThreadPreconnectionsTest'}
shift || true
[[ $# -gt 0 ]] || set -- 11.0.5 11.0.13 21.0.8 25.0.2
status=0
failed=
for version in "$@"; do
  java=$(tests/jdks.sh "$version" | cut -f2) || status=3
  [[ -n $java ]] || continue
  echo "on JDK $version" >&2
  mvn -B -q -pl tests/testkit,connector test -Djvm="$java" -Dtestkit.keys=RSA -Dtest="$tests" \
    -Dsurefire.failIfNoSpecifiedTests=false || failed+=" $version"
done
if [[ -n $failed ]]; then
  echo "failed on$failed" >&2
  exit 1
fi
exit "$status"
