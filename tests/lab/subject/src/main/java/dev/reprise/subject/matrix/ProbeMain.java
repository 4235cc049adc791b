package dev.reprise.subject.matrix;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.subject.CryptoProvider;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;

/** The main class of a probe's JVM, which lives until its standard input ends. */
public final class ProbeMain {

  private ProbeMain() {}

  /**
   * Reads a {@link ProbeRequest} and prints a {@link ProbeReply} a line.
   *
   * @param args the name of the provider to prefer, which is told first to be there or what it
   *     lacks; none for the JDK's
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    PrintStream replies = System.out;
    System.setOut(System.err);
    ObjectMapper json = new ObjectMapper();
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    if (args.length > 0) {
      ProbeReply reply = new ProbeReply();
      reply.failure = lacking(CryptoProvider.valueOf(args[0]));
      replies.println(json.writeValueAsString(reply));
      replies.flush();
    }
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      replies.println(json.writeValueAsString(answer(json.readValue(line, ProbeRequest.class))));
      replies.flush();
    }
    // A worker that hangs in a server's hands must not keep the JVM.
    System.exit(0);
  }

  /** Installs it; what it lacks to make TLS here, or null. */
  private static String lacking(CryptoProvider provider) {
    try {
      provider.install();
      SSLContext.getInstance("TLS").init(null, null, null);
      return null;
    } catch (GeneralSecurityException | RuntimeException | LinkageError e) {
      return Probe.describe(e);
    }
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
