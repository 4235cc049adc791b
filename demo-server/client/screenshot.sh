#!/usr/bin/env bash
# Writes docs/dashboard.png, the page after a tour of all clients: takes about two minutes.
set -euo pipefail

module=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$module/../.." && pwd)
picture=$root/docs/dashboard.png

"$module/browser.sh"
echo "building, then calling over each client in turn …" >&2
mvn -B -q -f "$root/pom.xml" -pl tests/testkit,connector,spring-autoconfig,demo-server,demo-server/client \
  -Dtest=none -Dsurefire.failIfNoSpecifiedTests=false -Dit.test=ScreenshotIT \
  -Dmaven.javadoc.skip=true -Dmaven.source.skip=true -Dspotless.check.skip=true \
  -Ddashboard.browser=required -Ddashboard.screenshot="$picture" verify
echo "Written: $picture"
