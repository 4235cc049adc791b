#!/usr/bin/env bash
# The experiments on Reprise. Builds what is needed first.
#
#   tests/lab.sh clients  each client of docs/clients.md, as it is and with Reprise, on every JDK
#   tests/lab.sh faults   every fault on every JDK
#   tests/lab.sh matrix   resumption on every JDK and with every server
#   tests/lab.sh soak     tens of thousands of calls, in which nothing may grow
#   tests/lab.sh boot     all generations of Spring Boot from 2.7 on
#   tests/lab.sh page     writes the pages of all of them, from the raw data
#
# Each tells its options with --help; --out docs/measured is for the record.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
command=tests/lab.sh
# shellcheck source=build.sh
source "$root/tests/build.sh"

usage() {
  sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"
}

experiment=${1:-}
case $experiment in
  clients | faults | matrix | soak | page) shift ;;
  boot)
    shift
    exec "$root/tests/boot/run.sh" "$@"
    ;;
  '' | -h | --help)
    usage
    exit
    ;;
  *) fail "unknown experiment '$experiment'; known are clients, faults, matrix, soak, boot, page" ;;
esac
command="tests/lab.sh $experiment"

modules=(connector spring-autoconfig demo-server tests/lab/subject tests/lab)
[[ $experiment != clients ]] || modules+=(tests/clients)
help=
for option in "$@"; do
  [[ $option != -h && $option != --help ]] || help=yes
done
if [[ -n $help ]] && ! built tests/testkit "${modules[@]}"; then
  usage
  echo "It is not built yet: $command --help tells its options once it is."
  exit
fi

find_java
case ${help:-$experiment} in
  matrix)
    missing=()
    for pair in nginx:nginx haproxy:haproxy gnutls-serv:gnutls-bin openssl:openssl; do
      [[ -n $(PATH=$PATH:/usr/sbin command -v "${pair%%:*}") ]] || missing+=("${pair##*:}")
    done
    [[ ${#missing[@]} -eq 0 ]] || install_packages "${missing[@]}"
    ;;
  soak)
    [[ -r /proc/self/status && -r /proc/net/snmp ]] ||
      fail "/proc is needed: the soak runs on Linux only"
    ;;
esac

build "${modules[@]}"
jars=$root/tests/lab/target/jars
exec "$java" -Xmx512m -Dreprise.command="$command" \
  -cp "$root/tests/lab/target/classes:$jars/common/*:$jars/driver/*:$jars/reprise/*:$jars/httpclient-4.5.14/*:$jars/commons-logging/*:$jars/tomcat/*" \
  dev.reprise.lab.Lab "$experiment" "$@"
