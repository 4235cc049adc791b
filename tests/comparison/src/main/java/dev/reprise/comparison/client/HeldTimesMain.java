package dev.reprise.comparison.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.util.EntityUtils;

/**
 * Measures for how long HttpClient 4.5.14, without and with Reprise, holds its caller when the
 * server does not do its part. One call at a time.
 */
public final class HeldTimesMain {

  private static final int WARM_UP = 200;
  private static final int STOCK_CALLS = 5;
  private static final int REPRISE_CALLS = 200;
  private static final int FIRST_CALLS = 9;
  private static final int BEFORE_FIRST_CALL = 20;

  private final ClientSettings settings;
  private final String url;
  private final List<HeldTime> times = new ArrayList<>();

  private HeldTimesMain(RunnerSetup setup) throws Exception {
    settings = new ClientSettings(setup);
    url = setup.url;
  }

  /** Reads a {@link RunnerSetup} and writes a list of {@link HeldTime}, each as a line of JSON. */
  public static void main(String[] args) throws Exception {
    PrintStream replies = System.out;
    System.setOut(System.err);
    ObjectMapper json = new ObjectMapper();
    String line =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    HeldTimesMain measure = new HeldTimesMain(json.readValue(line, RunnerSetup.class));
    measure.run();
    replies.println(json.writeValueAsString(measure.times));
    System.exit(0);
  }

  private void run() throws Exception {
    try (CloseableHttpClient stock = client(false);
        CloseableHttpClient reprise = client(true)) {
      List<CloseableHttpClient> clients = List.of(stock, reprise);
      for (int i = 0; i < WARM_UP; i++) {
        for (CloseableHttpClient client : clients) {
          call(client, "none", 5000);
        }
      }
      for (CloseableHttpClient client : clients) {
        boolean isReprise = client == reprise;
        String name = isReprise ? "Reprise" : "HttpClient 4.5.14";
        measureFirstHeldOpen(name, isReprise);
        measureHeldOpen(name, client, isReprise ? REPRISE_CALLS : STOCK_CALLS);
        measureTimeout(name, client);
        measureAbort(name, client);
      }
    }
  }

  private CloseableHttpClient client(boolean isReprise) throws Exception {
    return isReprise
        ? RepriseHttpClient4.builder(new RepriseTls(settings, false), settings).build()
        : HttpClient4Client.stock(settings).build();
  }

  /** With a new client for each call, since one remembers the servers that hold connections. */
  private void measureFirstHeldOpen(String name, boolean isReprise) throws Exception {
    double[] added = new double[isReprise ? FIRST_CALLS : STOCK_CALLS];
    for (int i = 0; i < added.length; i++) {
      try (CloseableHttpClient client = client(isReprise)) {
        double[] undisturbed = new double[BEFORE_FIRST_CALL];
        for (int j = 0; j < undisturbed.length; j++) {
          undisturbed[j] = call(client, "none", 2000);
        }
        added[i] = call(client, "freeze-after-response", 2000) - median(undisturbed);
      }
    }
    add(name, "added by a server that holds the connection, first call", added);
  }

  private void measureHeldOpen(String name, CloseableHttpClient client, int calls)
      throws IOException {
    double[] undisturbed = new double[calls];
    for (int i = 0; i < calls; i++) {
      undisturbed[i] = call(client, "none", 2000);
    }
    double usual = median(undisturbed);
    double[] added = new double[calls];
    for (int i = 0; i < calls; i++) {
      added[i] = call(client, "freeze-after-response", 2000) - usual;
    }
    add(
        name,
        "added by a server that holds the connection, second half of the calls",
        Arrays.copyOfRange(added, calls / 2, calls));
  }

  private void measureTimeout(String name, CloseableHttpClient client) {
    double[] held = new double[STOCK_CALLS];
    for (int i = 0; i < held.length; i++) {
      held[i] = failing(client, "freeze-before-response", 500);
    }
    add(name, "call with a read timeout of 500 ms that times out", held);
  }

  private void measureAbort(String name, CloseableHttpClient client) throws Exception {
    double[] held = new double[STOCK_CALLS];
    for (int i = 0; i < held.length; i++) {
      HttpPost post = post("freeze-before-response", 3000);
      AtomicLong ended = new AtomicLong();
      CountDownLatch started = new CountDownLatch(1);
      Thread caller =
          new Thread(
              () -> {
                started.countDown();
                try (CloseableHttpResponse response = client.execute(post)) {
                  EntityUtils.consumeQuietly(response.getEntity());
                } catch (IOException e) {
                  ended.set(System.nanoTime());
                }
              });
      caller.start();
      started.await();
      // Long enough for the request to be out; what is measured begins after it.
      Thread.sleep(300);
      long start = System.nanoTime();
      post.abort();
      held[i] = (System.nanoTime() - start) / 1e6;
      caller.join();
      if (ended.get() == 0) {
        throw new IllegalStateException("the aborted call was answered");
      }
    }
    add(name, "abort() while the response is awaited", held);
  }

  private double failing(CloseableHttpClient client, String fault, int readTimeout) {
    long start = System.nanoTime();
    try {
      call(client, fault, readTimeout);
    } catch (IOException e) {
      return (System.nanoTime() - start) / 1e6;
    }
    throw new IllegalStateException("the call with the fault " + fault + " was answered");
  }

  private double call(CloseableHttpClient client, String fault, int readTimeout)
      throws IOException {
    long start = System.nanoTime();
    try (CloseableHttpResponse response = client.execute(post(fault, readTimeout))) {
      EntityUtils.toByteArray(response.getEntity());
    }
    return (System.nanoTime() - start) / 1e6;
  }

  private HttpPost post(String fault, int readTimeout) {
    HttpPost post = new HttpPost(url);
    post.setHeader("X-Demo-Fault", fault);
    post.setEntity(new ByteArrayEntity(settings.body()));
    post.setConfig(
        RequestConfig.custom().setConnectTimeout(5000).setSocketTimeout(readTimeout).build());
    return post;
  }

  private void add(String client, String situation, double... millis) {
    HeldTime time = new HeldTime();
    time.client = client;
    time.situation = situation;
    time.calls = millis.length;
    time.medianMillis = median(millis);
    time.worstMillis = Arrays.stream(millis).max().orElseThrow(IllegalStateException::new);
    times.add(time);
  }

  private static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
