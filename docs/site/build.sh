#!/usr/bin/env bash
# Makes the documentation a site: docs/site/target/site/index.html, which opens without network.
set -euo pipefail

command=docs/site/build.sh
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=../../tests/build.sh
source "$root/tests/build.sh"

find_java
build docs/site
"$java" -cp "$root/docs/site/target/classes:$root/docs/site/target/lib/*" dev.reprise.site.Site \
  "$root" "$root/docs/site/target/site"
echo "$root/docs/site/target/site/index.html"
