package dev.reprise.httpclient;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.impl.classic.HttpClientBuilder;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.http.conn.DnsResolver;

/** What a client is made with, in terms of both libraries. */
public final class Setup {

  /** Whose connections it has. */
  public enum Manager {
    STOCK,
    OURS,
    /** HttpClient's manager, with the parts of ours. */
    OF_PARTS
  }

  /** What is done beside the call. */
  public interface Step {
    void run() throws IOException;
  }

  public SSLContext stock;
  public final TlsSettings.Builder tls;
  public Manager manager = Manager.OURS;

  /** Unless null, they are taken instead of the settings. */
  public ResumingSslSocketFactory sockets;

  /** With HttpClient 5, the interceptor that watches whole calls. */
  public boolean callProgress;

  public int maxTotal = 50;
  public int leaseMillis = 30_000;
  public int connectMillis = 30_000;
  public int responseMillis = 30_000;
  public int continueMillis = 3_000;
  public int keepAliveMillis = 3_600_000;

  /** The port of a proxy, or zero. */
  public int proxy;

  /** Whether the proxy is spoken to over TLS. */
  public boolean proxyTls;

  /** Whom servers and proxies are told, if they ask. */
  public String user;

  /** Whether connections are kept, whatever the response says. */
  public boolean keepAll;

  /** Whether HttpClient repeats what failed, as it does by itself. */
  public boolean repeating;

  /** Whether what failed for the nth time is repeated. */
  public IntPredicate again;

  /** Runs before each attempt is given a connection. */
  public Step attempting = () -> {};

  /** What one library alone is set to, and its connection manager, if that is of ours or 5. */
  public Consumer<org.apache.http.impl.client.HttpClientBuilder> client4 = client -> {};

  public DnsResolver resolver4;
  public Consumer<ResumingConnectionManager.Builder> manager4 = manager -> {};
  public Consumer<HttpClientBuilder> client5 = client -> {};
  public Consumer<PoolingHttpClientConnectionManagerBuilder> manager5 = manager -> {};

  public Setup(SSLContext stock, TlsSettings.Builder tls) {
    this.stock = stock;
    this.tls = tls;
  }
}
