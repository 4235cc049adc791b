package dev.reprise.subject.matrix;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/** The main class of a probe's JVM, which lives until its standard input ends. */
public final class ProbeMain {

  private ProbeMain() {}

  /** Takes no arguments; reads a {@link ProbeRequest} and prints a {@link ProbeReply} a line. */
  public static void main(String[] args) throws IOException, InterruptedException {
    PrintStream replies = System.out;
    System.setOut(System.err);
    ObjectMapper json = new ObjectMapper();
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      replies.println(json.writeValueAsString(answer(json.readValue(line, ProbeRequest.class))));
      replies.flush();
    }
    // A worker that hangs in a server's hands must not keep the JVM.
    System.exit(0);
  }

  private static ProbeReply answer(ProbeRequest request) throws InterruptedException {
    try {
      return new Probe(request).run();
    } catch (Exception e) {
      if (e instanceof InterruptedException) {
        throw (InterruptedException) e;
      }
      ProbeReply reply = new ProbeReply();
      reply.failure = e.toString();
      return reply;
    }
  }
}
