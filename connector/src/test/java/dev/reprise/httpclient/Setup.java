package dev.reprise.httpclient;

import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;

/** What a client is made with, in terms of both libraries. */
public final class Setup {

  /** Whose connections it has. */
  public enum Manager {
    /** HttpClient's manager, with nothing of ours. */
    STOCK,
    /** The manager of ours. */
    OURS,
    /** HttpClient's manager, with the parts of ours. */
    OF_PARTS
  }

  /** What an attempt is given instead of what the call has. */
  public enum Own {
    NOTHING,
    REQUEST,
    CONTEXT
  }

  /** What is done beside the call. */
  public interface Step {
    void run() throws IOException;
  }

  public final SSLContext stock;
  public final TlsSettings.Builder tls;
  public Manager manager = Manager.OURS;

  /** Whose manager it has instead of one of its own. */
  public Client sharing;

  /** With HttpClient 5, the interceptor that watches whole calls. */
  public boolean callProgress;

  public int maxTotal = 50;
  public int leaseMillis = 30_000;
  public int connectMillis = 30_000;
  public int responseMillis = 30_000;
  public int continueMillis = 3_000;
  public int keepAliveMillis = 3_600_000;

  /** The port of a proxy in clear, or zero. */
  public int proxy;

  public String user;

  /** Whether connections are kept, whatever the response says. */
  public boolean keepAll;

  /** Whether HttpClient repeats what failed, as it does by itself. */
  public boolean repeating;

  /** Whether what failed for the nth time is repeated. */
  public IntPredicate again;

  /** Runs before the one repetition of what was answered with 503. */
  public Runnable beforeSecond;

  /** Runs as a redirect is followed. */
  public Runnable redirecting;

  /** Runs before each attempt is given a connection. */
  public Step attempting = () -> {};

  /** Runs when an attempt has its connection. */
  public Step sending = () -> {};

  public Own own = Own.NOTHING;

  /** What HttpClient 5 alone is set to. */
  public Consumer<HttpClientBuilder> client5 = client -> {};

  /** The same of its connection manager. */
  public Consumer<PoolingHttpClientConnectionManagerBuilder> manager5 = manager -> {};

  Setup(SSLContext stock, TlsSettings.Builder tls) {
    this.stock = stock;
    this.tls = tls;
  }
}
