#!/usr/bin/env bash
# Gives the project another version, wherever the present one stands: poms, README, docs, examples.
#
#   tests/release/version.sh VERSION [FOLDER]
#
# A release also gets the day as the time that its archives carry. The snapshot after a release is compared with that
# release from then on. FOLDER is that of the project by default.
set -euo pipefail

new=${1:?usage: tests/release/version.sh VERSION [FOLDER]}
root=$(cd "${2:-$(dirname "${BASH_SOURCE[0]}")/../..}" && pwd)
cd "$root"
old=$(sed -n 's|.*<artifactId>reprise-bom</artifactId>||;s|^  <version>\(.*\)</version>$|\1|p' bom/pom.xml)
[[ -n $old ]] || { echo "no version in bom/pom.xml" >&2; exit 1; }

# What was measured tells the version that was measured.
# shellcheck disable=SC2016
find . -name target -prune -o -path ./docs/measured -prune -o -path ./.git -prune -o \
  -type f \( -name 'pom.xml' -o -name 'applications.xml' -o -name '*.md' -o -name '*.gradle' \) \
  ! -name CHANGELOG.md -print0 |
  OLD=$old NEW=$new xargs -0 perl -pi -e 's/(?<![\w.])\Q$ENV{OLD}\E(?![\w.]*\w)/$ENV{NEW}/g'
if [[ $new != *-SNAPSHOT ]]; then
  perl -pi -e "s|(<project.build.outputTimestamp>)[^<]*|\${1}$(date -u +%Y-%m-%dT00:00:00Z)|" pom.xml
elif [[ $old != *-SNAPSHOT ]]; then
  BASE=$old perl -pi -e 's|(<compatibility.skip>)[^<]*|${1}false|; s|(<compatibility.baseline>)[^<]*|$1$ENV{BASE}|' pom.xml
fi
