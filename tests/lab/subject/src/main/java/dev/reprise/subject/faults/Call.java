package dev.reprise.subject.faults;

import java.io.IOException;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.EntityTemplate;
import org.apache.http.entity.StringEntity;
import org.apache.http.util.EntityUtils;

/** One call, from its begin to the moment the caller has its thread back. */
final class Call implements Runnable {

  private static final int LARGE_CHUNKS = 1024;

  private final ProbedClient client;
  private final HttpPost request;
  private final boolean unread;
  private volatile Exception failure;
  private volatile long start;
  private volatile long headSeen;
  private volatile long end;

  /** A call with this connect and read timeout, in milliseconds. */
  Call(ProbedClient client, String url, Scenario scenario, int timeout) {
    this.client = client;
    unread = scenario == Scenario.UNREAD;
    request = new HttpPost(url);
    request.setConfig(
        RequestConfig.custom()
            .setConnectTimeout(timeout)
            .setSocketTimeout(timeout)
            .setConnectionRequestTimeout(timeout)
            .build());
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
    try (CloseableHttpResponse response = client.http().execute(request)) {
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

  /** What the call threw, or null. */
  Exception failure() {
    return failure;
  }

  double millis() {
    return (end - start) / 1e6;
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
