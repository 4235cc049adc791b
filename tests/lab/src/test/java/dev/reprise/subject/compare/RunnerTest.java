package dev.reprise.subject.compare;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(60)
class RunnerTest {

  private static final int THREADS = 4;

  @TempDir Path directory;
  private final ObjectMapper json = new ObjectMapper();
  private final CountDownLatch inputEnded = new CountDownLatch(1);
  private PrintStream commands;
  private BufferedReader replies;
  private Thread runner;

  static Stream<Arguments> clients() {
    return Arrays.stream(ClientKind.values())
        .flatMap(
            kind ->
                Arrays.stream(Level.values())
                    .filter(kind::supports)
                    .map(level -> Arguments.of(kind, level)));
  }

  @BeforeEach
  void start() throws Exception {
    PipedInputStream input = new PipedInputStream();
    PipedInputStream output = new PipedInputStream();
    commands = new PrintStream(new PipedOutputStream(input), true, StandardCharsets.UTF_8);
    replies = new BufferedReader(new InputStreamReader(output, StandardCharsets.UTF_8));
    PrintStream out = new PrintStream(new PipedOutputStream(output), true, StandardCharsets.UTF_8);
    Runner tested = new Runner(input, out, inputEnded::countDown);
    runner =
        new Thread(
            () -> {
              try {
                tested.run();
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            });
    runner.start();
  }

  @AfterEach
  void stop() throws Exception {
    commands.close();
    inputEnded.await();
    runner.interrupt();
    runner.join();
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("clients")
  void everyClientAnswersTurnsWithItsFigures(ClientKind kind, Level level) throws Exception {
    try (TestServer server = new TestServer("localhost", directory)) {
      assertThat(ask(setup(kind, level, server.url("/"), server)).java).contains(".");

      TurnResult first = ask(turn(40)).turn;
      TurnResult second = ask(turn(40)).turn;

      assertThat(first.firstError).isNull();
      assertThat(first.completed).isEqualTo(40);
      assertThat(first.fullHandshakes).isPositive();
      assertThat(second.completed).isEqualTo(40);
      assertThat(second.errors).isZero();
      assertThat(second.throughput()).isPositive();
      assertThat(second.cpuMillis).isPositive();
      assertThat(second.medianMillis).isPositive().isLessThanOrEqualTo(second.p99Millis);
      if (kind == ClientKind.REPRISE_SPARES) {
        assertThat(second.ownCounts.get("spares.used")).isPositive();
        return;
      }
      if (kind.isReprise() || kind == ClientKind.FLOOR) {
        assertThat(first.fullHandshakes).isLessThanOrEqualTo(THREADS);
        assertThat(second.fullHandshakes).isZero();
      }
      boolean overContext =
          kind == ClientKind.REPRISE_JAVA_NET_HTTP || kind == ClientKind.REPRISE_OKHTTP;
      if ((kind.isReprise() || kind == ClientKind.FLOOR) && !overContext) {
        assertThat(second.threadsStarted).isZero();
      }
      if (kind.isReprise() && !overContext) {
        assertThat(second.ownCounts)
            .containsEntry("full", first.fullHandshakes)
            .containsEntry("resumed", 80 - first.fullHandshakes);
      }
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("clients")
  void everyClientRefusesACertificateForAnotherName(ClientKind kind, Level level) throws Exception {
    try (TestServer server = new TestServer("elsewhere.example", directory)) {
      ask(setup(kind, level, server.url("/"), server));

      TurnResult turn = ask(turn(4)).turn;

      assertThat(turn.completed).isZero();
      assertThat(turn.errors).isEqualTo(4);
      assertThat(turn.firstError).containsAnyOf("localhost", "hostname", "subject alternative");
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("clients")
  void everyClientCountsABadStatusAsAnError(ClientKind kind, Level level) throws Exception {
    try (TestServer server = new TestServer("localhost", directory)) {
      ask(setup(kind, level, server.url("/broken"), server));

      TurnResult turn = ask(turn(4)).turn;

      assertThat(turn.completed).isZero();
      assertThat(turn.errors).isEqualTo(4);
    }
  }

  @Test
  void aFurtherSetupReplacesTheClient() throws Exception {
    try (TestServer server = new TestServer("localhost", directory)) {
      ask(setup(ClientKind.FLOOR, Level.PLAIN, server.url("/broken"), server));
      ask(setup(ClientKind.HTTPSURLCONNECTION, Level.PLAIN, server.url("/"), server));

      assertThat(ask(turn(4)).turn.completed).isEqualTo(4);
    }
  }

  @Test
  void aTurnEndsWithItsTimeLimit() throws Exception {
    try (TestServer server = new TestServer("localhost", directory)) {
      ask(setup(ClientKind.FLOOR, Level.PLAIN, server.url("/"), server));
      RunnerRequest request = turn(1_000_000_000);
      request.turn.limitMillis = 1;

      TurnResult turn = ask(request).turn;

      assertThat(turn.cutShort).isTrue();
      assertThat(turn.completed).isLessThan(1_000_000_000);
    }
  }

  @Test
  void pacedLoadCountsFromWhenEachRequestIsDue() throws Exception {
    try (TestServer server = new TestServer("localhost", directory)) {
      ask(setup(ClientKind.HTTPCLIENT_4_5_14, Level.PLAIN, server.url("/"), server));
      RunnerRequest request = turn(20);
      request.turn.ratePerSecond = 200;
      request.turn.leadIn = 20;

      TurnResult turn = ask(request).turn;

      assertThat(turn.completed).isEqualTo(20);
      assertThat(turn.cutShort).isFalse();
      assertThat(turn.seconds).isGreaterThan(18 / 200.0);

      request.turn.ratePerSecond = 1e6;
      request.turn.leadIn = 0;
      request.turn.poisson = true;
      turn = ask(request).turn;
      assertThat(turn.completed).isEqualTo(20);
      // All are due at once, and four at a time are sent.
      assertThat(turn.p99Millis).isGreaterThan(4 * turn.seconds * 1000 / 5);
    }
  }

  @Test
  void whatCannotBeSetUpIsTheLastReply() throws Exception {
    try (TestServer server = new TestServer("localhost", directory)) {
      RunnerRequest request = setup(ClientKind.FLOOR, Level.PLAIN, server.url("/"), server);
      request.setup.trustStorePassword = "not the password";

      assertThat(ask(request).failure).contains("password").doesNotContain("not the password");
      runner.join();
    }
  }

  private RunnerReply ask(RunnerRequest request) throws Exception {
    commands.println(json.writeValueAsString(request));
    return json.readValue(replies.readLine(), RunnerReply.class);
  }

  private static RunnerRequest setup(ClientKind kind, Level level, String url, TestServer server) {
    RunnerRequest request = new RunnerRequest();
    request.setup = new RunnerSetup();
    request.setup.client = kind;
    request.setup.level = level;
    request.setup.provider = CryptoProvider.JSSE;
    request.setup.url = url;
    request.setup.body = "<question xmlns=\"urn:test\"/>".getBytes(StandardCharsets.US_ASCII);
    request.setup.contentType = "text/xml; charset=utf-8";
    request.setup.headers.put("X-Test", "yes");
    request.setup.threads = THREADS;
    request.setup.tls = "TLSv1.3";
    request.setup.trustStore = server.trustStore().toString();
    request.setup.trustStorePassword = TestServer.PASSWORD;
    return request;
  }

  private static RunnerRequest turn(int requests) {
    RunnerRequest request = new RunnerRequest();
    request.turn = new TurnRequest();
    request.turn.requests = requests;
    request.turn.limitMillis = 30_000;
    return request;
  }
}
