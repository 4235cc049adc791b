#!/usr/bin/env bash
# Tries every fault on every JDK and writes the table of docs/faults.md. Builds what is needed first.
# tests/faults/run.sh --help tells the options.
set -euo pipefail

module=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$module/../.." && pwd)
target=$module/target
stamp=$target/faults-built

fail() {
  echo "tests/faults/run.sh: $1" >&2
  exit "${2:-1}"
}

java=${JAVA_HOME:+$JAVA_HOME/bin/}java
command -v "$java" >/dev/null || fail "no Java found; install a JDK, 17 or newer, or set JAVA_HOME"
version=$("$java" -XshowSettings:properties -version 2>&1 |
  sed -n 's/^ *java\.specification\.version = \([0-9]*\).*/\1/p')
[[ ${version:-0} -ge 17 ]] || fail "Java 17 or newer is needed, '$java' is ${version:-of no known version}; set JAVA_HOME"

up_to_date() {
  [[ -f $stamp && -d $target/libraries ]] || return 1
  [[ -z $(find "$root/pom.xml" "$root/tests/pom.xml" "$root/connector/pom.xml" "$module/pom.xml" \
    "$root/connector/src/main" "$module/src/main" -newer "$stamp" -print -quit) ]]
}

build() {
  command -v mvn >/dev/null || fail "Maven (mvn) is needed to build; install it"
  echo "building …" >&2
  local began log
  began=$(mktemp)
  log=$(mktemp)
  rm -f "$stamp"
  if ! mvn -B -q -f "$root/pom.xml" -pl connector,tests/faults -Dmaven.test.skip=true \
    -Dmaven.javadoc.skip=true -Dmaven.source.skip=true -Dspotless.check.skip=true \
    package >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    rm -f "$log" "$began"
    fail "the build failed"
  fi
  # A file changed while Maven ran is newer than the stamp.
  touch -r "$began" "$stamp"
  rm -f "$log" "$began"
}

# Options that this script has to know; the command checks the rest.
jdks=() wanted=() brief=no help=no
arguments=("$@")
while [[ $# -gt 0 ]]; do
  case $1 in
    --jdks) IFS=, read -ra wanted <<<"${2:-}"; [[ $# -eq 1 ]] || shift ;;
    --jdks=*) IFS=, read -ra wanted <<<"${1#*=}" ;;
    --short) brief=yes ;;
    -h | --help | -V | --version) help=yes ;;
  esac
  shift
done
if [[ ${#wanted[@]} -eq 0 ]]; then
  if [[ $brief == yes ]]; then
    wanted=(11.0.5 17.0.2 25.0.2)
  else
    wanted=(11.0.5 11.0.9 11.0.13 17.0.2 current 21.0.8 25.0.2)
  fi
fi

missing=0
if [[ $help == no ]]; then
  for name in "${wanted[@]}"; do
    if [[ $name == current ]]; then
      jdks+=("--runtime=current=$(command -v "$java")")
      continue
    fi
    line=$("$root/tests/jdks.sh" "$name") || {
      code=$?
      [[ $code -eq 3 ]] || fail "--jdks: '$name' is none of them; see --help" 2
      missing=3
      continue
    }
    jdks+=("--runtime=$name=${line#*$'\t'}")
  done
fi

up_to_date || build

library=()
if [[ $(uname -s) == Linux && $help == no ]]; then
  find_faketime() {
    local file
    for file in /usr/lib/*/faketime/libfaketime.so.1 /usr/lib/faketime/libfaketime.so.1 \
      /usr/local/lib/faketime/libfaketime.so.1; do
      [[ ! -f $file ]] || { echo "$file"; return; }
    done
  }
  file=$(find_faketime)
  if [[ -z $file && $(id -u) -eq 0 ]] && command -v apt-get >/dev/null; then
    echo "installing libfaketime …" >&2
    (apt-get install -y -q libfaketime || { apt-get update -q && apt-get install -y -q libfaketime; }) >/dev/null 2>&1 || true
    file=$(find_faketime)
  fi
  [[ -z $file ]] || library=("--libfaketime=$file")
fi

terminal=false
[[ ! -t 2 ]] || terminal=true
code=0
cd "$root"
"$java" -Xmx256m -Djava.awt.headless=true -Dfaults.terminal="$terminal" \
  -cp "$target/classes:$target/libraries/*" dev.reprise.faults.FaultTable \
  "${arguments[@]}" "${jdks[@]}" "${library[@]}" || code=$?
[[ $code -ne 0 ]] || code=$missing
exit "$code"
