package dev.reprise.lab.compare;

import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.subject.compare.ClientKind;
import dev.reprise.subject.compare.RunnerMain;
import dev.reprise.subject.compare.RunnerReply;
import dev.reprise.subject.compare.RunnerRequest;
import dev.reprise.subject.compare.RunnerSetup;
import dev.reprise.subject.compare.TurnRequest;
import dev.reprise.subject.compare.TurnResult;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** The JVM of one client. It idles between its turns. */
final class ClientJvm implements AutoCloseable {

  private static final Duration START_LIMIT = Duration.ofSeconds(60);

  /** Past the time limit of a turn: the longest that its last exchanges can hang. */
  private static final Duration GRACE = Duration.ofSeconds(60);

  private final ClientKind kind;
  private final List<String> libraries;
  private final ChildJvm jvm;
  private String java;
  private HarnessException failure;

  /**
   * Starts the JVM and does not wait for it.
   *
   * @param classPath the whole class path
   * @param libraries of these, what makes the client
   */
  ClientJvm(
      ClientKind kind,
      JavaRuntime jdk,
      List<Path> classPath,
      List<Path> libraries,
      List<String> jvmOptions) {
    this.kind = kind;
    this.libraries = libraries.stream().map(jar -> jar.getFileName().toString()).toList();
    jvm =
        ChildJvm.on(jdk)
            .named("the JVM of " + kind.label())
            .heap("256m")
            .options("-Xms64m", "-Dsun.net.http.retryPost=false")
            .options(jvmOptions.toArray(new String[0]))
            .classPath(classPath)
            .main(RunnerMain.class.getName())
            .start();
  }

  /**
   * Asks for a client and does not wait for it.
   *
   * @throws HarnessException if this or an earlier client failed
   */
  void setUp(RunnerSetup setup) {
    if (failure != null) {
      throw failure;
    }
    RunnerRequest request = new RunnerRequest();
    request.setup = setup;
    jvm.send(request);
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

  long pid() {
    return jvm.process().pid();
  }

  TurnResult turn(int requests, Duration limit, Load load) {
    RunnerRequest request = new RunnerRequest();
    request.turn = new TurnRequest();
    request.turn.requests = requests;
    request.turn.limitMillis = limit.toMillis();
    load.describe(request.turn);
    jvm.send(request);
    return receive(limit.plus(GRACE)).turn;
  }

  private RunnerReply receive(Duration limit) {
    try {
      RunnerReply reply = jvm.receive(RunnerReply.class, limit);
      if (reply.failure != null) {
        throw new HarnessException(reply.failure);
      }
      return reply;
    } catch (HarnessException e) {
      failure = e;
      throw e;
    }
  }

  @Override
  public void close() {
    jvm.close();
  }
}
