package dev.reprise.comparison;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.comparison.client.RunnerMain;
import dev.reprise.comparison.client.RunnerReply;
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
  private final ChildProcess process;
  private String java;

  /** Starts the JVM and does not wait for it. */
  ClientJvm(ClientJdk jdk, List<Path> classPath, List<String> jvmOptions, RunnerSetup setup) {
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
    process = new ChildProcess("client " + setup.client.label(), command);
    send(setup);
  }

  void awaitReady() {
    java = receive(START_LIMIT).java;
  }

  String java() {
    return java;
  }

  TurnResult turn(int requests, Duration limit) {
    TurnRequest request = new TurnRequest();
    request.requests = requests;
    request.limitMillis = limit.toMillis();
    send(request);
    return receive(limit.plus(GRACE)).turn;
  }

  private void send(Object message) {
    try {
      process.send(json.writeValueAsString(message));
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private RunnerReply receive(Duration limit) {
    String line = process.receive("{", limit);
    try {
      RunnerReply reply = json.readValue(line, RunnerReply.class);
      if (reply.failure != null) {
        throw new ComparisonException(reply.failure);
      }
      return reply;
    } catch (JsonProcessingException e) {
      throw new ComparisonException("unreadable answer: " + line, e);
    }
  }

  @Override
  public void close() {
    process.close();
  }
}
