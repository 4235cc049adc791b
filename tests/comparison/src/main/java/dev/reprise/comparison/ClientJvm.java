package dev.reprise.comparison;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.comparison.client.ClientKind;
import dev.reprise.comparison.client.RunnerMain;
import dev.reprise.comparison.client.RunnerReply;
import dev.reprise.comparison.client.RunnerRequest;
import dev.reprise.comparison.client.RunnerSetup;
import dev.reprise.comparison.client.TurnRequest;
import dev.reprise.comparison.client.TurnResult;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The JVM of one client. It idles between its turns. */
final class ClientJvm implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  /** Past the time limit of a turn: the longest that its last exchanges can hang. */
  private static final Duration GRACE = Duration.ofSeconds(60);

  private final ObjectMapper json = new ObjectMapper();
  private final ClientKind kind;
  private final List<String> libraries;
  private final ChildProcess process;
  private String java;
  private ComparisonException failure;

  /**
   * Starts the JVM and does not wait for it.
   *
   * @param classPath the whole class path
   * @param libraries of these, what makes the client
   */
  ClientJvm(
      ClientKind kind,
      ClientJdk jdk,
      List<Path> classPath,
      List<Path> libraries,
      List<String> jvmOptions) {
    this.kind = kind;
    this.libraries = libraries.stream().map(jar -> jar.getFileName().toString()).toList();
    List<String> command = new ArrayList<>(List.of(jdk.java().toString()));
    command.addAll(
        List.of(
            "-Xms64m",
            "-Xmx256m",
            "-XX:+DisplayVMOutputToStderr",
            "-Dsun.net.http.retryPost=false"));
    command.addAll(jvmOptions);
    command.add("-cp");
    command.add(
        classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator)));
    command.add(RunnerMain.class.getName());
    process = new ChildProcess("the JVM of " + kind.label(), command);
  }

  /**
   * Asks for a client and does not wait for it.
   *
   * @throws ComparisonException if this or an earlier client failed
   */
  void setUp(RunnerSetup setup) {
    if (failure != null) {
      throw failure;
    }
    RunnerRequest request = new RunnerRequest();
    request.setup = setup;
    send(request);
  }

  void awaitReady() {
    java = receive(START_LIMIT).java;
  }

  ClientKind kind() {
    return kind;
  }

  /** The names of the jars that make the client. */
  List<String> libraries() {
    return libraries;
  }

  /** The version and vendor that the JVM tells of itself; null before it was ready. */
  String java() {
    return java;
  }

  TurnResult turn(int requests, Duration limit) {
    RunnerRequest request = new RunnerRequest();
    request.turn = new TurnRequest();
    request.turn.requests = requests;
    request.turn.limitMillis = limit.toMillis();
    send(request);
    return receive(limit.plus(GRACE)).turn;
  }

  private void send(RunnerRequest message) {
    try {
      process.send(json.writeValueAsString(message));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private RunnerReply receive(Duration limit) {
    try {
      RunnerReply reply = json.readValue(process.receive("{", limit), RunnerReply.class);
      if (reply.failure != null) {
        throw new ComparisonException(reply.failure);
      }
      return reply;
    } catch (ComparisonException e) {
      failure = e;
      throw e;
    } catch (JsonProcessingException e) {
      failure = new ComparisonException("unreadable answer: " + e.getOriginalMessage(), e);
      throw failure;
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
