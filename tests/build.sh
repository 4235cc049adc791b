# shellcheck shell=bash
# Sourced by the commands of the project: finds Java, and builds what has changed.
# It needs `command`, the name that messages begin with, and `root`, the folder of the project.
# shellcheck disable=SC2034,SC2154

fail() {
  echo "$command: $1" >&2
  exit 1
}

# folder OPTION NAME: the path of a folder that an option names.
folder() {
  [[ -d $2 ]] || fail "$1: there is no folder '$2'"
  (cd "$2" && pwd)
}

# Sets `java`.
find_java() {
  java=${JAVA_HOME:+$JAVA_HOME/bin/}java
  command -v "$java" >/dev/null || fail "no Java found; install a JDK, 17 or newer, or set JAVA_HOME"
  local version
  version=$("$java" -XshowSettings:properties -version 2>&1 |
    sed -n 's/^ *java\.specification\.version = \([0-9]*\).*/\1/p')
  [[ ${version:-0} -ge 17 ]] ||
    fail "Java 17 or newer is needed, '$java' is ${version:-of no known version}; set JAVA_HOME"
}

# built MODULE…: whether the modules were built since their sources changed.
built() {
  local module stamp
  for module in "$@"; do
    stamp=$root/$module/target/built
    [[ -f $stamp ]] || return 1
    [[ -z $(find "$root/pom.xml" "$root/$module/pom.xml" "$root/$module/src/main" \
      -newer "$stamp" -print -quit) ]] || return 1
  done
}

# mark_built SINCE MODULE…: they were built from what was there when the file SINCE was made.
mark_built() {
  local since=$1 module
  shift
  for module in "$@"; do
    touch -r "$since" "$root/$module/target/built"
  done
}

# build MODULE…: packages the modules, in the order of their dependencies, unless they are built.
build() {
  # The connector is built beside the kit of its tests.
  set -- tests/testkit "$@"
  ! built "$@" || return 0
  command -v mvn >/dev/null || fail "Maven (mvn) is needed to build; install it"
  echo "building (the first time takes a few minutes) …" >&2
  local began log modules module
  for module in "$@"; do
    # Class paths are whole folders: a jar of an older version must not stay in one.
    [[ ! -d $root/$module/target ]] ||
      find "$root/$module/target" -maxdepth 3 -name '*.jar' -delete
  done
  began=$(mktemp)
  log=$(mktemp)
  modules=$(IFS=, && echo "$*")
  mvn -B -q -f "$root/pom.xml" -pl "$modules" \
    -Dmaven.test.skip=true -Dmaven.javadoc.skip=true -Dmaven.source.skip=true \
    -Dspotless.check.skip=true package >"$log" 2>&1 </dev/null &
  local maven=$!
  # shellcheck disable=SC2064
  trap "kill $maven 2>/dev/null || true; wait $maven || true; rm -f '$log' '$began'; exit 130" INT TERM HUP
  if ! wait "$maven"; then
    cat "$log" >&2
    rm -f "$log" "$began"
    fail "the build failed"
  fi
  trap - INT TERM HUP
  mark_built "$began" "$@"
  rm -f "$log" "$began"
}

# install_reprise: puts what applications of Spring Boot need into the local Maven repository.
install_reprise() {
  mvn -B -q -f "$root/pom.xml" -pl .,tests/testkit,tests/junit,connector,spring-autoconfig \
    -Dmaven.test.skip=true -Dmaven.javadoc.skip=true -Dmaven.source.skip=true \
    -Dspotless.check.skip=true install
}

# copy_maven_repository FOLDER: the local repository as it is, without Reprise in it.
copy_maven_repository() {
  local maven=${MAVEN_REPOSITORY:-$HOME/.m2/repository}
  [[ -d $maven ]] || return 0
  # Links, where both are on one file system.
  cp -al "$maven" "$1" 2>/dev/null || { rm -rf "$1" && cp -a "$maven" "$1"; }
  rm -rf "$1/dev/reprise"
}

# staged_settings REPOSITORY: settings.xml for Maven, with that folder beside the usual repositories.
staged_settings() {
  cat <<END
<settings>
  <profiles>
    <profile>
      <id>staged</id>
      <repositories>
        <repository>
          <id>staged</id>
          <url>file:$1</url>
        </repository>
      </repositories>
    </profile>
  </profiles>
  <activeProfiles>
    <activeProfile>staged</activeProfile>
  </activeProfiles>
</settings>
END
}

# install_packages PACKAGE…: installs Debian packages, as root, without starting what they bring.
install_packages() {
  if [[ $EUID -ne 0 ]] || ! command -v apt-get >/dev/null; then
    echo "$command: not installed, and left out: $* (root and apt-get are needed)" >&2
    return 0
  fi
  echo "installing $* …" >&2
  local log policy=/usr/sbin/policy-rc.d own_policy=
  log=$(mktemp)
  if [[ ! -e $policy ]]; then
    printf '#!/bin/sh\nexit 101\n' >"$policy"
    chmod +x "$policy"
    own_policy=yes
  fi
  { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq \
    --no-install-recommends "$@"; } >"$log" 2>&1 </dev/null || {
    tail -n 3 "$log" >&2
    echo "$command: could not install, and left out: $*" >&2
  }
  [[ -z $own_policy ]] || rm -f "$policy"
  rm -f "$log"
}
