package dev.reprise.agent;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ClosedPort;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** JVMs of their own run an application that knows nothing of Reprise, with the jar as built. */
class AgentIT {

  private static final Path JAR = Path.of(System.getProperty("agent.jar"));
  private static final String AGENT = "-javaagent:" + JAR;

  /** Without the connector, which the tests' own class path has. */
  private static final Path APPLICATION = application();

  private static final String STARTED =
      "HttpsURLConnection and the default SSLContext resume TLS sessions";

  private static final int THREADS = 4;

  /** Of all threads in their rounds. */
  private static final int CALLS = 20;

  private static final Certificates certificates = new Certificates();

  @TempDir private static Path folder;

  private static Path application() {
    try {
      return Path.of(Caller.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeAll
  static void writeStores() throws Exception {
    certificates.writeTo(folder, certificates.client());
  }

  private static final class Ended {
    int exit;
    String output;
    String errors;
  }

  /** Runs the application, with options of the JVM and what it is to do. */
  private static Ended run(List<String> options, String... steps) throws Exception {
    Path output = Files.createTempFile(folder, "output", "");
    Path errors = Files.createTempFile(folder, "errors", "");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx128m"));
    command.addAll(options);
    command.addAll(List.of("-cp", APPLICATION.toString()));
    command.add(Caller.class.getName());
    command.addAll(List.of(steps));
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(output.toFile())
            .redirectError(errors.toFile())
            .start();
    try {
      assertThat(process.waitFor(4, TimeUnit.MINUTES)).as("%s ends", command).isTrue();
    } finally {
      process.destroyForcibly();
    }
    Ended ended = new Ended();
    ended.exit = process.exitValue();
    ended.output = Files.readString(output);
    ended.errors = Files.readString(errors);
    return ended;
  }

  private static List<String> with(String... options) {
    return List.of(options);
  }

  private static List<String> trusting(String... options) {
    return Stream.concat(
            Stream.of(
                AGENT,
                "-Djavax.net.ssl.trustStore=" + folder.resolve("trust.p12"),
                "-Djavax.net.ssl.trustStorePassword=changeit"),
            Stream.of(options))
        .collect(Collectors.toList());
  }

  private static Path file(String text) throws IOException {
    return Files.writeString(Files.createTempFile(folder, "reprise", ".properties"), text);
  }

  /** Trust is set where many applications do so: in main. */
  @Test
  void bothResumeAfterTheFirstHandshakeOfEachLane() throws Exception {
    try (TlsPeer one = TlsPeer.start(certificates);
        TlsPeer two = TlsPeer.start(certificates)) {
      Ended ended =
          run(
              with(AGENT),
              "set javax.net.ssl.trustStore=" + folder.resolve("trust.p12"),
              "set javax.net.ssl.trustStorePassword=changeit",
              "url " + one.url(),
              "connection " + THREADS + " 5",
              "url " + two.url(),
              "client " + THREADS + " 5",
              "counts");
      assertThat(ended.output).contains("connection {200=20}", "client {200=20}");
      for (TlsPeer peer : List.of(one, two)) {
        assertThat(peer.fullHandshakes()).as(ended.output).isBetween(1, THREADS);
        assertThat(peer.handshakes()).isEqualTo(CALLS);
      }
      assertThat(ended.output)
          .contains(
              String.format(
                  "localhost:%d full=%d resumed=%d failed=0",
                  one.port(), one.fullHandshakes(), one.resumedHandshakes()))
          .contains("localhost:" + two.port() + " full=")
          .contains("FailedHandshakes = 0");
      assertThat(ended.errors.lines()).singleElement().asString().contains(STARTED);
    }
  }

  @Test
  void trustAndKeysOfTheCommandLineStayInForce() throws Exception {
    try (TlsPeer peer = TlsPeer.startStrict(certificates)) {
      Ended ended =
          run(
              trusting(
                  "-Djavax.net.ssl.keyStore=" + folder.resolve("client.p12"),
                  "-Djavax.net.ssl.keyStorePassword=changeit"),
              "url " + peer.url(),
              "connection 1 5",
              "client 1 5");
      assertThat(ended.output).contains("connection {200=5}", "client {200=5}");
      assertThat(peer.resumedHandshakes()).isEqualTo(8);
    }
  }

  @Test
  void aServerThatTheJdkDoesNotTrustIsRefused() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates)) {
      Ended ended = run(with(AGENT), "url " + peer.url(), "connection 1 1", "client 1 1");
      // In java.net.http of JDK 11 it is another exception.
      assertThat(ended.output)
          .contains("connection {SSLHandshakeException=1}", "client {")
          .doesNotContain("200");
      assertThat(peer.handshakes()).isZero();
    }
  }

  /**
   * Only a preconnected connection has to verify the name before its user says how. A session whose
   * name that verifier took is of no use where the name counts.
   */
  @ParameterizedTest
  @CsvSource({"0, 200", "2, SSLHandshakeException"})
  void theApplicationsHostnameVerifierIsAsked(int preconnections, String outcome) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates)) {
      peer.misbehave(Fault.CERTIFICATE_OF_OTHER_HOST);
      Ended ended =
          run(
              trusting("-Dreprise.preconnect.max-per-peer=" + preconnections),
              "url " + peer.url(),
              "connection 1 1",
              "any-name",
              "connection 1 1",
              "right-name",
              "connection 1 1");
      String refused = "connection {SSLHandshakeException=1}";
      assertThat(ended.output.lines())
          .containsExactly(refused, "connection {" + outcome + "=1}", refused);
    }
  }

  @Test
  void preconnectedConnectionsServeHttpsUrlConnection() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates)) {
      Path file = file("reprise.preconnect.max-per-peer=4\nreprise.session-timeout=10m\n");
      List<String> options = new ArrayList<>(trusting());
      options.set(0, AGENT + "=" + file);
      Ended ended = run(options, "url " + peer.url(), "connection " + THREADS + " 5", "client 1 5");
      assertThat(ended.output).contains("connection {200=20}", "client {200=5}");
      assertThat(ended.errors.lines()).singleElement().asString().contains(STARTED);
    }
  }

  @ParameterizedTest
  @CsvSource({"factory, 0", "context, 1"})
  void whatTheApplicationSetsIsLeftAlone(String what, int lines) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates)) {
      Ended ended =
          run(
              with(AGENT),
              "own-" + what + " " + folder.resolve("trust.p12"),
              "url " + peer.url(),
              "connection 1 5",
              "counts");
      assertThat(ended.output.lines()).containsExactly("connection {200=5}", "no counts");
      assertThat(ended.errors.lines()).hasSize(1 + lines).first().asString().contains(STARTED);
      assertThat(ended.errors.lines().skip(1)).allMatch(line -> line.contains("left alone"));
    }
  }

  /** As on servers that set their own defaults while they start. */
  @Test
  void loadedLaterItReplacesWhatTheApplicationHasSet() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates)) {
      List<String> options = trusting();
      Ended ended =
          run(
              options.subList(1, options.size()),
              "own-context " + folder.resolve("trust.p12"),
              "own-factory " + folder.resolve("trust.p12"),
              "load " + JAR,
              "url " + peer.url(),
              "connection " + THREADS + " 5",
              "context");
      assertThat(ended.output).contains("connection {200=20}", "dev.reprise.agent.DefaultContext");
      assertThat(ended.errors).contains(STARTED);
      assertThat(peer.fullHandshakes()).isBetween(1, THREADS);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "reprise.none=, reprise.none: unknown property",
    "reprise.enabled=false, switched off by"
  })
  void theApplicationRunsWithoutReprise(String text, String line) throws Exception {
    Ended ended = run(with(AGENT + "=" + file(text)), "context");
    assertThat(ended.output).isEqualToIgnoringNewLines("javax.net.ssl.SSLContext");
    assertThat(ended.errors.lines()).singleElement().asString().contains(line);
    assertThat(ended.exit).isZero();
  }

  @Test
  void aRequiredAgentEndsTheJvmIfItCannotStart() throws Exception {
    Ended ended =
        run(with(AGENT + "=" + file("reprise.agent.required=true\nreprise.none=\n")), "context");
    assertThat(ended.exit).isNotZero();
    assertThat(ended.output).doesNotContain("SSLContext");
    assertThat(ended.errors).contains("reprise-agent: reprise.none: unknown property");
    Ended missing =
        run(with(AGENT + "=" + folder.resolve("none"), "-Dreprise.agent.required=true"), "context");
    assertThat(missing.exit).isNotZero();
    assertThat(missing.errors).contains("none cannot be read");
  }

  @Test
  void aStoreThatCannotBeReadFailsTheCallsAsWithoutReprise() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates)) {
      List<String> options = trusting("-Djavax.net.ssl.trustStorePassword=wrong");
      String[] steps = {"url " + peer.url(), "connection 1 1"};
      Ended ended = run(options, steps);
      assertThat(ended.output).isEqualTo(run(options.subList(1, options.size()), steps).output);
      assertThat(ended.output).isEqualToIgnoringNewLines("connection {SocketException=1}");
      assertThat(ended.errors.lines())
          .hasSize(2)
          .last()
          .asString()
          .contains("javax.net.ssl.trustStore=" + folder.resolve("trust.p12"))
          .doesNotContain("wrong");
    }
  }

  /** An administrator may have allowed what an old server needs. */
  @Test
  void whatIsOfferedIsTheJdksOwn() throws Exception {
    String weak = "-Djava.security.properties=" + file("jdk.tls.disabledAlgorithms=\n");
    String offer = run(with(weak), "offer").output;
    assertThat(offer).contains("TLSv1.1");
    assertThat(run(with(AGENT, weak), "offer").output).isEqualTo(offer);
  }

  /** As a container does with its applications, while the agent stays. */
  @Test
  void anApplicationThatIsTakenAwayIsNotHeld() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates);
        ClosedPort none = ClosedPort.take()) {
      String steps = "url %s, connection %d 5, url https://localhost:%d, connection 1 1";
      Ended ended =
          run(
              // What is referred to softly is collected at once, and not after a while.
              trusting("-XX:SoftRefLRUPolicyMSPerMB=0"),
              "application " + String.format(steps, peer.url(), THREADS, none.port()),
              "counts");
      assertThat(ended.output)
          .contains("connection {200=20}", "connection {ConnectException=1}", "gone")
          .contains("ResumedHandshakes", "localhost:" + none.port() + " full=0")
          .contains("Number of f");
    }
  }

  @Test
  void givenTwiceItStartsOnce() throws Exception {
    Ended ended = run(with(AGENT, AGENT), "context");
    assertThat(ended.errors.lines()).hasSize(2).last().asString().contains("given more than once");
    assertThat(ended.output).contains("dev.reprise.agent.");
  }

  /** As on a server with a wrong path of the file, where the agent is loaded later once more. */
  @ParameterizedTest
  @ValueSource(strings = {"reprise.none=", "reprise.enabled=false"})
  void theFirstThatCanStartDoesSo(String text) throws Exception {
    Ended ended = run(with(AGENT + "=" + file(text), AGENT), "context");
    assertThat(ended.errors.lines()).hasSize(2).last().asString().contains(STARTED);
    assertThat(ended.output).contains("dev.reprise.agent.");
  }

  @Test
  @EnabledForJreRange(max = JRE.JAVA_23)
  void aSecurityManagerMayBeThere() throws Exception {
    String application = APPLICATION.toUri() + "-";
    Path policy =
        file(
            "grant codeBase \""
                + application
                + "\" {\n"
                + "  permission java.net.SocketPermission \"localhost\", \"connect,resolve\";\n"
                + "  permission java.util.PropertyPermission \"*\", \"read,write\";\n"
                + "};\n");
    Path granting =
        file(
            Files.readString(policy)
                + "grant codeBase \""
                + JAR.toUri()
                + "\" {\n  permission java.security.AllPermission;\n};\n");
    try (TlsPeer peer = TlsPeer.start(certificates)) {
      String[] steps = {"url " + peer.url(), "connection " + THREADS + " 5"};
      Ended refused =
          run(trusting("-Djava.security.manager", "-Djava.security.policy==" + policy), steps);
      assertThat(refused.output).contains("connection {200=20}");
      assertThat(refused.errors)
          .contains("the application runs without Reprise. access denied")
          .contains("The policy has to grant this jar java.security.AllPermission");
      peer.forgetCounts();
      Ended granted =
          run(trusting("-Djava.security.manager", "-Djava.security.policy==" + granting), steps);
      assertThat(granted.output).contains("connection {200=20}");
      assertThat(granted.errors).contains(STARTED);
      assertThat(peer.fullHandshakes()).isBetween(1, THREADS);
    }
  }

  @Test
  void theJarHasNothingThatAnApplicationCouldHaveToo() throws Exception {
    try (JarFile jar = new JarFile(JAR.toFile())) {
      assertThat(jar.stream().map(Object::toString).filter(name -> !name.endsWith("/")))
          .isNotEmpty()
          .allMatch(name -> name.startsWith("dev/reprise/agent/") || name.startsWith("META-INF/"));
    }
  }
}
