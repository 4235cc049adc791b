#!/usr/bin/env bash
# Installs what the test of the page needs, Chromium and its driver, where Debian packages can be
# installed. Says so and ends well where they cannot: the test is skipped then.
set -euo pipefail

skip() {
  echo "browser.sh: SKIPPED, the page will not be tested: $1" >&2
  exit 0
}

if [[ -x /usr/bin/chromium && -x /usr/bin/chromedriver ]]; then
  exit 0
fi
command -v apt-get >/dev/null || skip "no apt-get; install Chromium and chromedriver into /usr/bin"
[[ $(id -u) -eq 0 ]] || skip "not root; run as root: apt-get install chromium chromium-driver"

echo "installing Chromium and its driver …" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { apt-get update -qq && DEBIAN_FRONTEND=noninteractive \
  apt-get install -y -qq --no-install-recommends chromium chromium-driver; } >"$log" 2>&1; then
  tail -n 3 "$log" >&2
  skip "apt-get could not install chromium and chromium-driver"
fi
