package dev.reprise.subject.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Answers each line of its input with one line of its output. Input is read by a thread of its own,
 * so that its end is noticed during a turn too.
 */
final class Runner {

  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private final ObjectMapper json = new ObjectMapper();
  private final InputStream input;
  private final PrintStream replies;
  private final Runnable atEnd;

  /**
   * Makes a runner.
   *
   * @param atEnd called by the reading thread when the input ends
   */
  Runner(InputStream input, PrintStream replies, Runnable atEnd) {
    this.input = input;
    this.replies = replies;
    this.atEnd = atEnd;
  }

  /** Runs until a failure, which is the last reply, or until interrupted. */
  void run() throws InterruptedException {
    Thread reader = new Thread(this::readLines, "commands");
    reader.setDaemon(true);
    reader.start();
    try {
      RunnerRequest request = next();
      while (true) {
        request = serve(request.setup);
      }
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | LinkageError e) {
      RunnerReply failed = new RunnerReply();
      failed.failure =
          e.getMessage() != null && e.getMessage().startsWith(RunnerReply.NO_PROVIDER)
              ? e.getMessage()
              : e.toString();
      reply(failed);
    }
  }

  /** Makes a client and lets it take turns; returns the request that is no turn any more. */
  private RunnerRequest serve(RunnerSetup setup)
      throws GeneralSecurityException, IOException, InterruptedException {
    try {
      setup.provider.install();
    } catch (RuntimeException | LinkageError e) {
      throw new GeneralSecurityException(RunnerReply.NO_PROVIDER + ": " + e, e);
    }
    ClientSettings settings = new ClientSettings(setup);
    try (ComparedClient client = ComparedClients.create(setup.client, setup.level, settings);
        LoadGenerator load =
            new LoadGenerator(client, settings.trustManager(), settings.threads(), setup.sidecar)) {
      RunnerReply ready = new RunnerReply();
      ready.java = System.getProperty("java.version") + " " + System.getProperty("java.vendor");
      reply(ready);
      RunnerRequest request = next();
      for (; request.turn != null; request = next()) {
        RunnerReply reply = new RunnerReply();
        reply.turn = load.run(request.turn);
        reply(reply);
      }
      return request;
    }
  }

  private RunnerRequest next() throws IOException, InterruptedException {
    return json.readValue(lines.take(), RunnerRequest.class);
  }

  private void reply(RunnerReply reply) {
    try {
      replies.println(json.writeValueAsString(reply));
      replies.flush();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private void readLines() {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(input, StandardCharsets.UTF_8))) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        lines.add(line);
      }
    } catch (IOException e) {
      System.err.println("standard input broke: " + e);
    }
    atEnd.run();
  }
}
