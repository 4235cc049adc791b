#!/usr/bin/env bash
# Runs applications of Spring Boot 2.7 to 4.1 with Reprise, each on the Java versions of its own.
# The options are --short, --boot VERSION, --java VERSION, --installed, --startup N and --out DIR;
# once it is built, tests/boot-matrix/run.sh --help tells what they do.
set -euo pipefail

command=tests/boot-matrix/run.sh
module=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$module/../.." && pwd)
# shellcheck source=../build.sh
source "$root/tests/build.sh"

run() {
  "$java" -Xmx256m -cp "$(compgen -G "$module/target/reprise-boot-matrix-*.jar" | head -n 1):$module/target/lib/*" \
    dev.reprise.bootmatrix.BootMatrix "$@"
}

for option in "$@"; do
  [[ $option == -h || $option == --help ]] || continue
  if compgen -G "$module/target/reprise-boot-matrix-*.jar" >/dev/null; then
    find_java
    run --help
  else
    sed -n '2,/^set /{/^set /d;s/^# \{0,1\}//;p;}' "${BASH_SOURCE[0]}"
  fi
  exit
done

find_java
command -v mvn >/dev/null || fail "Maven (mvn) is needed to build; install it"

# The connector, the starter and the demo server, as a user installs them, and the driver.
modules=.,tests,tests/testkit,connector,spring-autoconfig,demo-server,tests/lab/subject,tests/lab,tests/boot-matrix
goal=install
for option in "$@"; do
  [[ $option != --installed ]] || modules=tests/lab/subject,tests/lab,tests/boot-matrix goal=package
done
echo "building …" >&2
log=$(mktemp)
trap 'rm -f "$log"' EXIT
mvn -B -q -f "$root/pom.xml" -pl "$modules" -DskipTests -Dmaven.javadoc.skip=true \
  -Dmaven.source.skip=true -Dspotless.check.skip=true "$goal" >"$log" 2>&1 </dev/null || {
  cat "$log" >&2
  fail "the build failed"
}

run "$@"
