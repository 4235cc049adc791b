#!/usr/bin/env bash
# Gives the project another version.
#
#   tests/release/version.sh VERSION [FOLDER]
#
# A release stands everywhere: in poms, README, docs and examples. It also gets the day as the time that its archives
# carry. The snapshot after a release stands in the poms alone: pages and examples keep the release, which is what
# readers can get, and the build compares the snapshot with it. FOLDER is that of the project by default.
set -euo pipefail

new=${1:?usage: tests/release/version.sh VERSION [FOLDER]}
root=$(cd "${2:-$(dirname "${BASH_SOURCE[0]}")/../..}" && pwd)
cd "$root"
old=$(sed -n 's|.*<artifactId>reprise-bom</artifactId>||;s|^  <version>\(.*\)</version>$|\1|p' bom/pom.xml)
[[ -n $old ]] || { echo "no version in bom/pom.xml" >&2; exit 1; }
released=$(sed -n 's|.*<compatibility.baseline>\(.*\)</compatibility.baseline>.*|\1|p' pom.xml)

# replace OLD NEW: in the files whose names come on the standard input, where it is a version of Reprise.
replace() {
  # shellcheck disable=SC2016
  OLD=$1 NEW=$2 xargs -0 perl -pi -e \
    's/((?:<version>|<reprise\.version>|dev\.reprise:[\w-]+:))\Q$ENV{OLD}\E(?![\w.-])/$1$ENV{NEW}/g'
}

# What was measured tells the version that was measured.
files() {
  find . \( -name target -o -path ./docs/measured -o -path ./.git \) -prune -o "$@" ! -name CHANGELOG.md -print0
}
poms=(-type f \( -name pom.xml -o -name applications.xml \) ! -path './examples/*')
pages=(-type f \( -name '*.md' -o -name '*.gradle' -o -path './examples/*/pom.xml' \))

files "${poms[@]}" | replace "$old" "$new"
if [[ $new != *-SNAPSHOT || $old == *-SNAPSHOT ]]; then
  files "${pages[@]}" | replace "$old" "$new"
fi
if [[ $new != *-SNAPSHOT ]]; then
  files "${pages[@]}" | replace "$released" "$new"
  perl -pi -e "s|(<project.build.outputTimestamp>)[^<]*|\${1}$(date -u +%Y-%m-%dT00:00:00Z)|" pom.xml
elif [[ $old != *-SNAPSHOT ]]; then
  BASE=$old perl -pi -e 's|(<compatibility.skip>)[^<]*|${1}false|; s|(<compatibility.baseline>)[^<]*|$1$ENV{BASE}|' pom.xml
fi
