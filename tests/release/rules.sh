#!/usr/bin/env bash
# Whether a release that lies in REPOSITORY keeps Maven Central's rules ("Requirements" in its documentation), and the project's own:
# nothing is published by accident, each jar has the licence, and each is described by a bill of materials. Tells each rule that is broken.
#
#   tests/release/rules.sh REPOSITORY VERSION
set -euo pipefail

usage='usage: tests/release/rules.sh REPOSITORY VERSION'
group=${1:?$usage}/dev/reprise version=${2:?$usage} broken=0
tell() { echo "$1" >&2 && broken=1; }

# elements POM: each element with a text, as path=text.
elements() {
  perl -0777 -ne 's/<!--.*?-->//gs; while (m{<(/?)([\w.:-]+)[^<>]*?(/?)>\s*([^<\s](?:[^<]*[^<\s])?)?}g) {
    if ($1) { pop @path; next } push @path, $2; print join("/", @path), "=$4\n" if defined $4; pop @path if $3 }' "$1"
}

[[ $version != *SNAPSHOT ]] || tell "version $version is a snapshot"
must='reprise-agent reprise-bom reprise-connector reprise-junit reprise-parent reprise-probe reprise-spring-boot-starter reprise-testkit'
staged=$(cd "$group" && LC_ALL=C ls | xargs)
[[ $staged == "$must" ]] || tell "staged are $staged; to be published are $must"
for artifact in $must; do
  folder=$group/$artifact/$version stem=$artifact-$version
  pom=$folder/$stem.pom
  [[ -f $pom ]] || { tell "$artifact has no pom of version $version" && continue; }
  others=$(cd "$group/$artifact" && find . -mindepth 1 ! -path "./$version*" ! -name 'maven-metadata.xml*'; cd "$version" && find . -type f ! -name "$stem*")
  [[ -z $others ]] || tell "$artifact has more than version $version: $others"
  own=$(elements "$pom")
  parent=$(sed -n 's|^project/parent/artifactId=||p' <<<"$own")
  all=$own$'\n'$([[ -z $parent ]] || elements "$group/$parent/$version/$parent-$version.pom" || true)
  grep -qE "^project/(parent/)?groupId=dev\.reprise$" <<<"$own" && grep -qxE "project/(parent/)?version=${version//./\\.}" <<<"$own" &&
    grep -qx "project/artifactId=$artifact" <<<"$own" || tell "$artifact's coordinates are not dev.reprise:$artifact:$version"
  for path in name description; do
    grep -q "^project/$path=" <<<"$own" || tell "$artifact's pom has no $path"
  done
  for path in url licenses/license/{name,url} developers/developer/{name,organization,organizationUrl} scm/{connection,developerConnection,url}; do
    grep -q "^project/$path=" <<<"$all" || tell "$artifact's pom and its parent have no $path"
  done
  ! grep -qE -- '-SNAPSHOT|<(pluginR|r)epositories>' "$pom" || tell "$artifact's pom names a snapshot or a repository"
  if ! grep -q '^project/packaging=pom' <<<"$own"; then
    for file in "$stem"{,-sources,-javadoc}.jar "$stem-cyclonedx.json" $([[ $artifact != reprise-probe ]] || echo "$stem-app.jar"); do
      [[ -f $folder/$file ]] || tell "$file is missing"
    done
    entries=$(python3 -m zipfile -l "$folder/$stem.jar" || true)
    grep -q '^META-INF/LICENSE ' <<<"$entries" && grep -q '\.class ' <<<"$entries" || tell "$stem.jar has no META-INF/LICENSE or no classes"
  fi
  for file in $(find "$folder" -type f ! -name '*.asc*' ! -name '*.md5' ! -name '*.sha1'); do
    gpg --batch --verify "$file.asc" "$file" 2>/dev/null || tell "${file##*/} is not signed, or not so"
    for sum in md5 sha1; do
      [[ $("${sum}sum" <"$file") == "$(head -c 128 "$file.$sum" 2>/dev/null)  -" ]] || tell "the $sum of ${file##*/} is missing or of another file"
    done
  done
done
exit $broken
