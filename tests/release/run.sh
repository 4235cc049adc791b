#!/usr/bin/env bash
# Builds a release as RELEASING.md tells, from a copy of the project and signed with a key made for this alone, and checks
#   - Maven Central's rules for what is staged,
#   - that a second build in another folder gives the same bytes,
#   - that the connector serves on the module path and on the class path,
#   - that each of examples/ builds from the staged repository alone, and runs.
#
#   tests/release/run.sh [--version V] [--out FOLDER] [--once] [--no-examples]
#
# FOLDER gets the staged repository; --once leaves out the second build.
set -euo pipefail

command=tests/release/run.sh
module=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$module/../.." && pwd)
# shellcheck source=../build.sh
source "$root/tests/build.sh"

version=$(sed -n 's|^  <version>\(.*\)-SNAPSHOT</version>$|\1|p' "$root/bom/pom.xml")
version=${version:-$(sed -n 's|^  <version>\(.*\)</version>$|\1|p' "$root/bom/pom.xml")}
out= twice=yes examples=yes
while [[ $# -gt 0 ]]; do
  case $1 in
    --version) version=${2:?} && shift 2 ;;
    --out) mkdir -p "${2:?}" && out=$(cd "$2" && pwd) && shift 2 ;;
    --once) twice= && shift ;;
    --no-examples) examples= && shift ;;
    -h | --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}" && exit ;;
    *) fail "unknown option '$1'" ;;
  esac
done

find_java
for tool in mvn gpg perl git; do
  command -v "$tool" >/dev/null || fail "$tool is needed"
done
work=$(mktemp -d)
trap 'GNUPGHOME=$work/gpg gpgconf --kill gpg-agent 2>/dev/null || true; rm -rf "$work"' EXIT
out=${out:-$work/staged}
log=$work/log

step() {
  echo "$(date +%T) $1" >&2
}

quietly() {
  "$@" >"$log" 2>&1 </dev/null || { tail -n 60 "$log" >&2 && fail "failed: $*"; }
}

# A key that lives as long as this run.
export GNUPGHOME=$work/gpg MAVEN_GPG_PASSPHRASE=
mkdir -m 700 "$GNUPGHOME"
quietly gpg --batch --pinentry-mode loopback --passphrase '' \
  --quick-generate-key 'Reprise release check <check@example.org>' rsa3072 sign 1d

# stage FOLDER REPOSITORY: the release, of what git knows or would take.
stage() {
  mkdir -p "$1"
  (cd "$root" && git ls-files -z --cached --others --exclude-standard |
    xargs -0 sh -c 'for file; do [ ! -e "$file" ] || printf "%s\0" "$file"; done' sh |
    tar --null -T - -c) | tar -x -C "$1"
  "$module/version.sh" "$version" "$1"
  quietly mvn -B -q -f "$1/pom.xml" -Prelease -DskipTests -Dmaven.install.skip=true \
    -Dspotless.check.skip=true -pl .,bom,connector,spring-autoconfig,probe -am \
    -DaltDeploymentRepository="staging::file:$2" deploy
}

step "building version $version in $work/one"
stage "$work/one" "$out"
check=$work/classes
quietly "${java%java}javac" --release 17 -d "$check" "$module"/src/main/java/dev/reprise/release/*.java
step "checking Maven Central's rules"
"$java" -cp "$check" dev.reprise.release.ReleaseCheck rules "$out" "$version" || fail "the rules above are broken"

if [[ -n $twice ]]; then
  step "building it again in $work/two/elsewhere"
  mkdir "$work/two"
  stage "$work/two/elsewhere" "$work/staged-again"
  "$java" -cp "$check" dev.reprise.release.ReleaseCheck same "$out" "$work/staged-again" ||
    fail "two builds differ"
fi

if [[ -n $examples ]]; then
  step "building the examples with the staged repository alone"
  "$root/examples/run.sh" --repository "$out" --version "$version"
fi
step "done: version $version can be published"
