package dev.reprise.subject;

import java.io.IOException;
import java.util.concurrent.Callable;

/** A client in use. Any thread may call. */
public interface Session extends AutoCloseable {

  /** Calls its URL, and gives the body of the answer. */
  String call() throws Exception;

  static Session of(Callable<String> call) {
    return of(call, () -> {});
  }

  static Session of(Callable<String> call, AutoCloseable client) {
    return new Session() {
      @Override
      public String call() throws Exception {
        return call.call();
      }

      @Override
      public void close() throws Exception {
        client.close();
      }
    };
  }

  /** The body of an answer, which is no success where it has another status or no body. */
  static String checked(int status, String body) throws IOException {
    if (status < 200 || status > 299 || body.isEmpty()) {
      throw new IOException("status " + status + " with a body of " + body.length());
    }
    return body;
  }
}
