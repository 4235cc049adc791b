package dev.reprise.subject;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;

/**
 * A JVM under test as it speaks with the lab: a request a line on its standard input, a reply a
 * line on its standard output, both in JSON. Whatever else is printed goes to the standard error.
 */
public final class Conversation {

  private final ObjectMapper json = new ObjectMapper();
  private final PrintStream out = System.out;
  private final BufferedReader in =
      new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));

  private Conversation() {}

  public interface Topic {
    void hold(Conversation conversation) throws Exception;
  }

  /** Ends the JVM afterwards; the last line of the standard error tells a failure. */
  public static void hold(Topic topic) {
    Conversation conversation = new Conversation();
    System.setOut(System.err);
    int code = 0;
    try {
      topic.hold(conversation);
    } catch (Exception | LinkageError e) {
      e.printStackTrace();
      System.err.println(words(e));
      code = 1;
    }
    // A thread that hangs in a server's hands must not keep the JVM.
    System.exit(code);
  }

  /** The next request; null where there is none any more. */
  public <T> T next(Class<T> type) throws IOException {
    String line = in.readLine();
    return line == null ? null : json.readValue(line, type);
  }

  public synchronized void tell(Object reply) throws IOException {
    out.println(json.writeValueAsString(reply));
    out.flush();
  }

  static String words(Throwable failure) {
    StringBuilder words = new StringBuilder(failure.toString());
    for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
      words.append(", caused by ").append(cause);
    }
    return words.toString().replaceAll("\\s*\\R\\s*", " ");
  }
}
