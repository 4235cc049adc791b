#!/usr/bin/env bash
# Installs the servers that the tests of the probe start, where Debian packages can be installed. Says
# so and ends well where they cannot: the tests of what is missing are skipped then, and say so too.
set -euo pipefail

missing=()
for pair in nginx:nginx haproxy:haproxy openssl:openssl apache2:apache2-bin; do
  [[ -n $(PATH=$PATH:/usr/sbin command -v "${pair%%:*}") ]] || missing+=("${pair##*:}")
done
[[ -n $(command -v go) ]] || echo "servers.sh: SKIPPED, Go is not installed; the tests with it are left out" >&2
[[ ${#missing[@]} -gt 0 ]] || exit 0
if [[ $EUID -ne 0 ]] || ! command -v apt-get >/dev/null; then
  echo "servers.sh: SKIPPED, not installed: ${missing[*]} (root and apt-get are needed)" >&2
  exit 0
fi

echo "installing ${missing[*]} …" >&2
log=$(mktemp)
policy=/usr/sbin/policy-rc.d own_policy=
trap 'rm -f "$log"; [[ -z $own_policy ]] || rm -f "$policy"' EXIT
if [[ ! -e $policy ]]; then
  # The packages must not start what they install.
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod +x "$policy"
  own_policy=yes
fi
if ! { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
  --no-install-recommends "${missing[@]}"; } >"$log" 2>&1 </dev/null; then
  tail -n 3 "$log" >&2
  echo "servers.sh: SKIPPED, could not install ${missing[*]}" >&2
fi
