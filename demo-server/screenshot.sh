#!/usr/bin/env bash
# Writes docs/dashboard.png, the page after a tour of all clients once it is warm: takes about two minutes.
set -euo pipefail

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
picture=$root/docs/dashboard.png

"$root/demo-server/browser.sh"
echo "building, then calling over each client in turn …" >&2
mvn -B -q -f "$root/pom.xml" -pl tests/testkit,connector,spring-autoconfig,demo-server \
  -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Dit.test=PageIT \
  -Dmaven.javadoc.skip=true -Dmaven.source.skip=true -Dspotless.check.skip=true \
  -Ddashboard.browser=required -Ddashboard.screenshot="$picture" verify
echo "Written: $picture"
