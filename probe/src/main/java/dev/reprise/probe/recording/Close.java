package dev.reprise.probe.recording;

import java.util.Arrays;
import java.util.regex.Pattern;

/** Why a client closed a connection: the first whose pattern fits the stack at its close_notify. */
public enum Close {
  DISCONNECTED("URLConnection(Impl)?\\.disconnect;"),
  CACHE_TIMEOUT("KeepAliveCache\\.run;"),
  CACHE_FULL("(KeepAliveCache|ClientVector)\\.put;"),
  EVICTED("\\.(closeIdle|closeExpired|evictIdle|evictExpired)\\w*;|ConnectionPool\\.cleanup;"),
  CLIENT_CLOSED(
      "((HttpClientConnectionManager|Internal\\w*HttpClient)\\.(close|shutdown|finalize)"
          + "|ConnectionPool\\.evictAll);"),
  ABORTED("(ConnectionHolder\\.abortConnection|HttpRequestExecutor\\.closeConnection);"),
  LEASE(
      "(AbstractConnPool(\\$\\d)?\\.(get\\w*)|(StrictConnPool|LaxConnPool\\S*)\\.(lease|process\\w*)"
          + "|HttpClientConnectionManager(\\$\\d)?\\.(get\\w*|lease));"),
  UNREAD("(HttpResponseProxy|CloseableHttpResponse|KeepAliveStream|ChunkedInputStream)\\.close;"),
  RESPONSE(
      "(ConnectionHolder|ExecRuntime|sun\\.net\\.www\\.http\\.HttpClient|HttpURLConnection"
          + "|okhttp3\\.internal\\.connection)\\b\\S*;"),
  LOST("BaseSSLSocketImpl\\.finalize;"),
  OTHER("");

  private final Pattern frames;

  Close(String frames) {
    this.frames = Pattern.compile(frames);
  }

  /**
   * Reads a stack.
   *
   * @param stack classes with methods, innermost first, with a semicolon after each
   */
  static Close of(String stack) {
    return Arrays.stream(values())
        .filter(each -> each.frames.matcher(stack).find())
        .findFirst()
        .get();
  }
}
