#!/usr/bin/env bash
# Builds each example in a folder of its own, with only the Reprise of a staged repository, and runs it.
#
#   examples/run.sh --repository FOLDER [--version V] [EXAMPLE…]
#
# What is not Reprise comes from Maven's usual repositories; the local repository's Reprise is not looked at.
set -euo pipefail

command=examples/run.sh
module=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$module/.." && pwd)
# shellcheck source=../tests/build.sh
source "$root/tests/build.sh"

repository=
version=
while [[ $# -gt 0 ]]; do
  case $1 in
    --repository) repository=$(folder "$1" "${2:-}"); shift 2 ;;
    --version) version=${2:?} && shift 2 ;;
    -h | --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}" && exit ;;
    -*) fail "unknown option '$1'" ;;
    *) break ;;
  esac
done
[[ -n $repository ]] || fail "--repository is needed; --help tells more"
version=${version:-$(sed -n 's|^  <version>\(.*\)</version>$|\1|p' "$root/bom/pom.xml")}
if [[ $# -eq 0 ]]; then
  for pom in "$module"/*/pom.xml; do
    set -- "$@" "$(basename "$(dirname "$pom")")"
  done
fi

find_java
command -v mvn >/dev/null || fail "Maven (mvn) is needed"
work=$(mktemp -d)
running=()
trap 'for pid in "${running[@]}"; do kill "$pid" 2>/dev/null || true; done; rm -rf "$work"' EXIT

copy_maven_repository "$work/maven"
staged_settings "$repository" >"$work/settings.xml"

# await FILE PATTERN PID: the line of a program that has got ready.
await() {
  local line
  for _ in {1..600}; do
    line=$(grep -m 1 -E "$2" "$1" || true)
    [[ -z $line ]] || { echo "$line" && return; }
    kill -0 "$3" 2>/dev/null || break
    sleep 0.2
  done
  cat "$1" >&2
  return 1
}

mkdir "$work/bank"
(cd "$work/bank" && exec "$java" "$module/bank/Bank.java" 0) >"$work/bank/out" 2>"$work/bank/err" &
running+=($!)
url=$(await "$work/bank/out" '^https://' $!) || { cat "$work/bank/err" >&2; fail "the bank does not start"; }
trust=$work/bank/trust.p12
trusting=(-Djavax.net.ssl.trustStore="$trust" -Djavax.net.ssl.trustStorePassword=changeit)

# count WHAT FILE: a number of the endpoint's JSON.
count() {
  grep -oE "\"$1\":[0-9]+" "$2" | head -n 1 | cut -d : -f 2
}

# example NAME: builds it, and tells what it says of its handshakes.
example() {
  local at=$work/$1
  cp -r "$module/$1" "$at"
  rm -rf "$at/target"
  mvn -B -q -s "$work/settings.xml" -Dmaven.repo.local="$work/maven" -Dreprise.version="$version" \
    -f "$at/pom.xml" package >"$at/log" 2>&1 </dev/null || { tail -n 40 "$at/log" >&2; return 1; }
  case $1 in
    spring-boot-*)
      "$java" -Xmx256m -jar "$at/target/example.jar" --server.port=0 --bank.url="$url" \
        --reprise.ssl.trust-store="file:$trust" >"$at/out" 2>&1 &
      local pid=$! port
      running+=("$pid")
      port=$(await "$at/out" 'Tomcat started on port' "$pid" | sed -E 's/.*port[^0-9]*([0-9]+).*/\1/') || return 1
      await "$at/out" 'Started Application' "$pid" >/dev/null || return 1
      for _ in 1 2 3 4 5; do
        curl -sSf "http://localhost:$port/" >/dev/null || return 1
      done
      curl -sSf "http://localhost:$port/actuator/reprise" >"$at/endpoint" || return 1
      kill "$pid"
      echo "$(count full "$at/endpoint") full, $(count resumed "$at/endpoint") resumed"
      ;;
    module-path)
      "$java" "${trusting[@]}" --module-path "$at/target/example.jar:$at/target/lib" \
        --module com.example.modular/com.example.modular.Example "$url" >"$at/out" || return 1
      grep -qx 'module com.example.modular over module dev.reprise.connector' "$at/out" ||
        { cat "$at/out" >&2; return 1; }
      tail -n 1 "$at/out"
      ;;
    *) "$java" "${trusting[@]}" -jar "$at/target/example.jar" "$url" | tail -n 1 ;;
  esac
}

feature=$("$java" -XshowSettings:properties -version 2>&1 |
  sed -n 's/^ *java\.specification\.version = \([0-9]*\).*/\1/p')
broken=
for name; do
  if [[ $name == spring-boot-2.7 && $feature -gt 21 ]]; then
    echo "$name: left out, Spring Boot 2.7 does not run on Java $feature"
    continue
  fi
  said=$(example "$name") || said="does not build or run"
  echo "$name: $said"
  [[ $said == '1 full, 4 resumed' ]] || broken="$broken $name"
done
[[ -z $broken ]] || fail "not one full handshake and four resumed ones:$broken"
