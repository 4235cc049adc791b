#!/usr/bin/env bash
# Builds a release as RELEASING.md tells, from a copy of the project and signed with a key made for this alone, and checks
#   - Maven Central's rules for what is staged,
#   - that a second build in another folder gives the same bytes,
#   - that a later build which takes away what is public fails beside it,
#   - that each of examples/ builds from the staged repository alone, and runs, on the module path too,
#   - that the commands of docs/first-hour.md lead to a resumed handshake with it.
#
#   tests/release/run.sh [--version V] [--out FOLDER] [--only CHECK]
#   tests/release/run.sh --version V --staged FOLDER
#
# FOLDER gets the staged repository. CHECK is rules, same, compatibility or examples. With --staged nothing is built:
# what lies there is held to the rules, its signatures to your key ring, and the examples and the first hour are built from it.
set -euo pipefail

command=tests/release/run.sh
module=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$module/../.." && pwd)
# shellcheck source=../build.sh
source "$root/tests/build.sh"

version=$(sed -n 's|^  <version>\(.*\)-SNAPSHOT</version>$|\1|p' "$root/bom/pom.xml")
version=${version:-$(sed -n 's|^  <version>\(.*\)</version>$|\1|p' "$root/bom/pom.xml")}
out=
only=
staged=
while [[ $# -gt 0 ]]; do
  case $1 in
    --version) version=${2:?} && shift 2 ;;
    --out) mkdir -p "${2:?}"; out=$(folder "$1" "$2"); shift 2 ;;
    --staged) out=$(folder "$1" "${2:-}"); staged=yes; shift 2 ;;
    --only) only=${2:?} && shift 2 ;;
    -h | --help) sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}" && exit ;;
    *) fail "unknown option '$1'" ;;
  esac
done

case $only in
  '' | rules | same | compatibility | examples) ;;
  *) fail "unknown check '$only'" ;;
esac

find_java
command -v gpg >/dev/null || install_packages gnupg
for tool in mvn gpg perl python3; do
  command -v "$tool" >/dev/null || fail "$tool is needed"
done
work=$(mktemp -d)
trap '[[ ! -d $work/gpg ]] || GNUPGHOME=$work/gpg gpgconf --kill gpg-agent 2>/dev/null || true; rm -rf "$work"' EXIT
out=${out:-$work/staged}
log=$work/log

step() {
  echo "$(date +%T) $1" >&2
}

quietly() {
  "$@" >"$log" 2>&1 </dev/null || { tail -n 60 "$log" >&2 && fail "failed: $*"; }
}

if [[ -z $staged ]]; then
  # A key that lives as long as this run.
  export GNUPGHOME=$work/gpg MAVEN_GPG_PASSPHRASE=
  mkdir -m 700 "$GNUPGHOME"
  quietly gpg --batch --pinentry-mode loopback --passphrase '' \
    --quick-generate-key 'Reprise release check <check@example.org>' rsa3072 sign 1d
fi

# wanted CHECK
wanted() {
  [[ -z $staged || $1 == rules || $1 == examples ]] || return 1
  [[ -z $only || $only == "$1" ]]
}

# What is built, as it is now: whoever edits meanwhile changes neither build.
mkdir "$work/source"
tar -C "$root" --exclude=target --exclude=./.git --exclude=./results -c . | tar -x -C "$work/source"

# copy FOLDER: the project without what was built.
copy() {
  mkdir -p "$(dirname "$1")"
  cp -r "$work/source" "$1"
}

# stage FOLDER REPOSITORY: a release in FOLDER, into REPOSITORY.
stage() {
  copy "$1"
  "$module/version.sh" "$version" "$1"
  quietly mvn -B -q -f "$1/pom.xml" -Prelease -Dmaven.test.skip=true -Dmaven.install.skip=true \
    -Dspotless.check.skip=true -pl .,bom,connector,agent,spring-autoconfig,probe,tests/testkit,tests/junit -am \
    -DaltDeploymentRepository="staging::file:$2" deploy
}

if [[ -z $staged ]]; then
  step "building version $version in $work/one"
  stage "$work/one" "$out"
fi
if wanted rules; then
  step "checking Maven Central's rules"
  "$module/rules.sh" "$out" "$version" || fail "the rules above are broken"
  # Rules that nothing can break would tell nothing.
  cp -r "$out" "$work/broken"
  connector=$work/broken/dev/reprise/reprise-connector/$version/reprise-connector-$version
  sed -i '/<description>/d' "$connector.pom"
  echo >>"$connector-sources.jar"
  rm "$connector-cyclonedx.json" "$connector-javadoc.jar.asc"
  mkdir "$work/broken/dev/reprise/reprise-lab"
  ! "$module/rules.sh" "$work/broken" "$version" 2>"$log" || fail "a release that breaks rules passes"
  for rule in 'no description' 'md5 of .*pom ' 'sources.jar is not signed' 'sha1 of .*sources.jar' 'cyclonedx.json is missing' \
    'javadoc.jar is not signed' 'staged are .*reprise-lab'; do
    grep -q -- "$rule" "$log" || { cat "$log" >&2 && fail "not told of what was broken: $rule"; }
  done
fi

if wanted same; then
  step "building it again in $work/two/elsewhere"
  stage "$work/two/elsewhere" "$work/staged-again"
  # Signatures differ by their nature, and the repository's own lists carry the time of the deployment.
  diff -rq --exclude='*.asc*' --exclude='maven-metadata*' "$out" "$work/staged-again" >&2 || fail "two builds differ"
fi

if wanted compatibility; then
  step "comparing what comes after it"
  next=$work/next
  copy "$next"
  "$module/version.sh" "$version" "$next"
  "$module/version.sh" 99.0.0-SNAPSHOT "$next"
  # The staged release must not get into the local repository.
  copy_maven_repository "$work/maven"
  staged_settings "$out" >"$work/settings.xml"
  after() {
    mvn -B -q -s "$work/settings.xml" -Dmaven.repo.local="$work/maven" -f "$next/pom.xml" -pl connector -am -Dmaven.test.skip=true \
      -Dmaven.javadoc.skip=true -Dmaven.source.skip=true -Dspotless.check.skip=true verify >"$log" 2>&1 </dev/null
  }
  after || { tail -n 60 "$log" >&2 && fail "an equal build is taken for an incompatible one"; }
  statistics=$next/connector/src/main/java/dev/reprise/tls/PeerStatistics.java
  perl -pi -e 's/public long connectsFailed/long connectsFailed/' "$statistics"
  ! after || fail "a build without PeerStatistics.connectsFailed() passes"
  grep -q 'connectsFailed' "$log" || { tail -n 60 "$log" >&2 && fail "the build failed for another reason"; }
fi

if wanted examples; then
  step "building the examples with the staged repository alone"
  "$root/examples/run.sh" --repository "$out" --version "$version"
  step "going through the first hour with the staged repository alone"
  "$root/examples/first-hour.sh" --boot 3.5 --repository "$out" --version "$version"
fi
step "done: version $version can be published"
