#!/usr/bin/env bash
# The agent on a full application server, WildFly, beside OpenTelemetry's agent, in both orders: an application calls by the
# server's CXF, by Metro and by Axis2 1.7. Counts handshakes and spans; takes a minute or two and downloads 290 MB the first time.
#
#   agent/servers.sh
#
# Maven brings server and libraries. Without them it says SKIPPED and ends well.
set -euo pipefail

command=agent/servers.sh
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=../tests/build.sh
source "$root/tests/build.sh"
[[ $# -eq 0 ]] || fail "it takes no arguments"

wildfly=39.0.1.Final
otel=2.20.1
find_java
build connector agent
work=$root/agent/target/servers
rm -rf "$work"
mkdir -p "$work/libraries"

# bring GOAL ARGUMENT…: has Maven copy artifacts.
bring() {
  mvn -B -q -f "$work/pom.xml" "dependency:$1" "${@:2}" >"$work/log" 2>&1 </dev/null || {
    grep -m 1 ERROR "$work/log" >&2 || true
    echo "$command: SKIPPED: Maven cannot bring the server or a library" >&2
    exit 0
  }
}
cat >"$work/pom.xml" <<'END'
<project>
  <modelVersion>4.0.0</modelVersion><groupId>none</groupId><artifactId>libraries</artifactId><version>1</version>
  <dependencies>
    <dependency><groupId>com.sun.xml.ws</groupId><artifactId>jaxws-rt</artifactId><version>4.0.3</version></dependency>
    <dependency><groupId>org.apache.axis2</groupId><artifactId>axis2-adb</artifactId><version>1.7.9</version></dependency>
    <dependency><groupId>org.apache.axis2</groupId><artifactId>axis2-transport-http</artifactId><version>1.7.9</version></dependency>
    <dependency><groupId>org.apache.axis2</groupId><artifactId>axis2-transport-local</artifactId><version>1.7.9</version></dependency>
  </dependencies>
</project>
END
bring copy "-Dartifact=org.wildfly:wildfly-dist:$wildfly:zip" -DoutputDirectory="$work"
bring copy "-Dartifact=io.opentelemetry.javaagent:opentelemetry-javaagent:$otel" -DoutputDirectory="$work"
bring copy-dependencies -DincludeScope=runtime -DexcludeArtifactIds=servlet-api -DoutputDirectory="$work/libraries"

(cd "$work" && "${java%java}jar" -xf "wildfly-dist-$wildfly.zip" && rm "wildfly-dist-$wildfly.zip")
server=$work/wildfly-$wildfly
# The application twice: with the server's CXF, and with libraries of its own.
for war in own libraries; do
  web=$server/standalone/deployments/$war.war/WEB-INF
  mkdir -p "$web/classes"
  "${java}c" -nowarn -d "$web/classes" -cp "$work/libraries/*:$(find "$server/modules" -name '*servlet-api*.jar' | head -n 1)" \
    "$root/agent/src/servers/Soap.java"
  touch "$web/../../$war.war.dodeploy"
done
cp -r "$work/libraries" "$web/lib"
echo '<jboss-deployment-structure><deployment><exclude-subsystems><subsystem name="webservices"/></exclude-subsystems></deployment></jboss-deployment-structure>' \
  >"$web/jboss-deployment-structure.xml"

ours=$(find "$root/agent/target" -maxdepth 1 -name 'reprise-agent-*.jar' ! -name '*-sources.jar' ! -name '*-javadoc.jar')
theirs=$work/opentelemetry-javaagent-$otel.jar
for agents in "$ours $theirs" "$theirs $ours"; do
  # shellcheck disable=SC2086
  "$java" -cp "$root/tests/testkit/target/classes" "$root/agent/src/servers/Servers.java" "$server" $agents
done
rm -rf "$work"
