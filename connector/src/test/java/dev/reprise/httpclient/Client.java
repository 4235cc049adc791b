package dev.reprise.httpclient;

import dev.reprise.testkit.HttpProxy;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** A client of one of the two libraries. */
public abstract class Client extends Recorded {

  /** Reads a response, whose body is empty if it has none. */
  public interface Reader<T> {
    T read(int status, InputStream body) throws IOException;
  }

  public static final String PASSWORD = HttpProxy.PASSWORD;

  public final ResumingSslSocketFactory sockets;

  /** Whether the connections that are leased are no longer its own alone. */
  private boolean taken;

  Client(Setup setup) {
    sockets =
        setup.sharing != null
            ? setup.sharing.sockets
            : new ResumingSslSocketFactory(recorded(setup.tls));
    taken = setup.sharing != null;
  }

  /** A context that calls may share. */
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

  /** The body of the response, in full. */
  public String call(Call call) throws IOException {
    return execute(call, (status, body) -> new String(body.readAllBytes(), StandardCharsets.UTF_8));
  }

  public String get(String url) throws IOException {
    return call(Call.get(url));
  }

  public String post(String url, String body) throws IOException {
    return call(Call.post(url, body));
  }

  @Override
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

  /** The status of the response, whose body is left unread. */
  public int status(Call call) throws IOException {
    return execute(call, (status, body) -> status);
  }

  /** Takes a connection to nowhere, which is not given back until the manager is shut down. */
  public final void takeConnection() throws Exception {
    taken = true;
    leaseForGood();
  }

  abstract void leaseForGood() throws Exception;

  /** Connects without a request; gives the connection back after the step. */
  public abstract void connectAhead(int port, Setup.Step connected) throws Exception;

  @Override
  public abstract void close() throws IOException;
}
