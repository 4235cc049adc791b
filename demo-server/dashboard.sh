#!/usr/bin/env bash
# Starts the demo server and a live page that calls it, and prints the URL of the page. Builds what
# is needed first. ./dashboard.sh --help tells the options.
set -euo pipefail

command=dashboard.sh
module=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$module/.." && pwd)
# shellcheck source=../tests/build.sh
source "$root/tests/build.sh"

find_java
build connector spring-autoconfig demo-server

exec "$java" -Xmx512m -Djava.awt.headless=true \
  -jar "$(compgen -G "$module/target/reprise-demo-server-*-app.jar" | head -n 1)" page "$@"
