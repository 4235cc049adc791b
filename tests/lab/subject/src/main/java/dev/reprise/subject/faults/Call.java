package dev.reprise.subject.faults;

import dev.reprise.subject.HttpClient4;
import java.io.IOException;
import java.util.regex.Pattern;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.EntityTemplate;
import org.apache.http.entity.StringEntity;
import org.apache.http.util.EntityUtils;

/** One call, from its begin to the moment the caller has its thread back. */
final class Call implements Runnable {

  private static final int LARGE_CHUNKS = 1024;
  private static final Pattern HOST =
      Pattern.compile("localhost(/127\\.0\\.0\\.1)?:\\d+|(?<=\\[)localhost/127[^\\]]*(?=\\])");
  private static final Pattern NUMBER = Pattern.compile("\\b\\d[\\d,]*\\b");

  private final HttpClient4 client;
  private final HttpPost request;
  private final boolean unread;
  private volatile Exception failure;
  private volatile long start;
  private volatile long headSeen;
  private volatile long end;

  Call(HttpClient4 client, String url, FaultCase.Scenario scenario, int timeout) {
    this.client = client;
    unread = scenario == FaultCase.Scenario.UNREAD;
    request = new HttpPost(url);
    request.setConfig(HttpClient4.timeouts(timeout));
    if (scenario.sendsMuch()) {
      byte[] chunk = new byte[64 * 1024];
      request.setEntity(
          new EntityTemplate(
              out -> {
                for (int i = 0; i < LARGE_CHUNKS; i++) {
                  out.write(chunk);
                }
              }));
    } else {
      request.setEntity(new StringEntity("<ask/>", ContentType.TEXT_XML));
    }
  }

  @Override
  public void run() {
    start = System.nanoTime();
    try (CloseableHttpResponse response = client.http.execute(request)) {
      headSeen = System.nanoTime();
      if (!unread) {
        EntityUtils.toByteArray(response.getEntity());
      }
    } catch (IOException | RuntimeException e) {
      failure = e;
    }
    end = System.nanoTime();
  }

  void abort() {
    request.abort();
  }

  Exception failure() {
    return failure;
  }

  /** How it ended: {@code response}, or the exception in words without ports and the like. */
  String ending() {
    if (failure == null) {
      return "response";
    }
    String own = words(failure);
    Throwable cause = failure.getCause();
    return cause == null || own.contains(String.valueOf(cause.getMessage()))
        ? own
        : own + " / " + words(cause);
  }

  private static String words(Throwable failure) {
    String message = HOST.matcher(String.valueOf(failure.getMessage())).replaceAll("host");
    return failure.getClass().getSimpleName()
        + ": "
        + NUMBER.matcher(message).replaceAll("n").strip();
  }

  double millis() {
    return millisSince(start);
  }

  /** From the head of the response to the end of the call; the whole call if none came. */
  double millisOfClosing() {
    return headSeen == 0 ? millis() : millisSince(headSeen);
  }

  /** From a moment of {@link System#nanoTime()} to the end of the call. */
  double millisSince(long nanos) {
    return (end - nanos) / 1e6;
  }
}
