package dev.reprise.httpclient;

import dev.reprise.testkit.Eventually;
import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.Recorder;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** A client of one of the two libraries, and what its TLS connections told. */
public abstract class Client implements AutoCloseable {

  /** Reads a response, whose body is empty if it has none. */
  public interface Reader<T> {
    T read(int status, InputStream body) throws IOException;
  }

  /** A close timeout that a server's close is sure to come within, on a slow machine too. */
  public static final Duration LONG_WAIT = Duration.ofSeconds(20);

  /** Far above any work to be done, far below all other timeouts. */
  public static final Duration AT_ONCE = Duration.ofSeconds(5);

  public final TlsStatistics statistics = new TlsStatistics();
  private final Recorder recorder = new Recorder();
  public final List<CloseOutcome> closes = recorder.closes;
  public final List<Duration> closeTimes = recorder.closeTimes;
  public final List<Handshake> handshakes = recorder.handshakes;
  public final ResumingSslSocketFactory sockets;

  /** Whether the connections that are leased are no longer its own alone. */
  private boolean taken;

  Client(Setup setup) {
    sockets =
        setup.sockets != null ? setup.sockets : new ResumingSslSocketFactory(recorded(setup.tls));
  }

  /** The same settings, which tell this one. */
  TlsSettings recorded(TlsSettings.Builder tls) {
    return tls.addListener(statistics).addListener(recorder).build();
  }

  /** How connections were closed, once there are so many: another thread may report them. */
  public List<CloseOutcome> closes(int count) {
    Eventually.holds(() -> closes.size() >= count);
    return closes;
  }

  public abstract Object newContext();

  /**
   * Makes a call; what is not read of the response is given up.
   *
   * @param context null for one of its own
   */
  public abstract <T> T execute(Call call, Object context, Reader<T> reader) throws IOException;

  public <T> T execute(Call call, Reader<T> reader) throws IOException {
    return execute(call, null, reader);
  }

  /** The status of the response, whose body is left unread. */
  public int status(Call call) throws IOException {
    return execute(call, (status, body) -> status);
  }

  public String call(Call call) throws IOException {
    return execute(call, (status, body) -> new String(body.readAllBytes(), StandardCharsets.UTF_8));
  }

  public String get(String url) throws IOException {
    return call(Call.get(url));
  }

  public String post(String url, String body) throws IOException {
    return call(Call.post(url, body));
  }

  public final int leased() {
    return taken ? 0 : pooled(true);
  }

  public final int available() {
    return pooled(false);
  }

  /** How many connections the pool has, those that calls have or the others. */
  abstract int pooled(boolean leased);

  public abstract void closeIdle();

  public abstract void closeExpired();

  /** Shuts the manager down; HttpClient 4.5 knows one way alone. */
  public abstract void shutDown(boolean atOnce);

  /** Puts other TLS settings in force, for what is idle too. */
  public abstract void reload(TlsSettings.Builder settings);

  /** Takes a connection to nowhere, which is not given back until the manager is shut down. */
  public final void takeConnection() throws Exception {
    taken = true;
    lease(0);
  }

  /** Takes one and connects it, in a context that is of no call. */
  final void connect(int port) throws Exception {
    taken = true;
    lease(port);
  }

  abstract void lease(int port) throws Exception;

  @Override
  public abstract void close() throws IOException;
}
