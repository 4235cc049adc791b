package dev.reprise.spring.builders;

import dev.reprise.tls.ResumingSslContext;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import org.apache.hc.core5.http.ssl.TLS;
import org.apache.hc.core5.http.ssl.TlsCiphers;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslBundleKey;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.boot.ssl.SslOptions;
import org.springframework.boot.ssl.SslStoreBundle;

/**
 * A bundle whose contexts resume. It keeps the parts of the one that it stands for, not that one,
 * by which it is looked up. Thread-safe.
 */
final class ResumingBundle implements SslBundle {

  private final SslStoreBundle stores;
  private final SslBundleKey key;
  private final String protocol;
  private final SslManagerBundle managers;
  private final SslOptions options;
  private final ResumingSslContext context;

  ResumingBundle(SslBundle given, ResumingSslContext context, BuilderLibrary library) {
    this.stores = given.getStores();
    this.key = given.getKey();
    this.protocol = given.getProtocol();
    this.managers = given.getManagers();
    this.context = context;
    boolean filters =
        library == BuilderLibrary.HTTPCLIENT5 || library == BuilderLibrary.HTTPCLIENT5_ASYNC;
    this.options = filters ? HttpClient5.filtered(given.getOptions(), context) : given.getOptions();
  }

  /** The context of a client, for a builder whose library does as it is told. */
  ResumingBundle(ResumingSslContext context) {
    this(SslBundle.of(null), context, null);
  }

  ResumingSslContext context() {
    return context;
  }

  @Override
  public SSLContext createSslContext() {
    return context;
  }

  @Override
  public SslStoreBundle getStores() {
    return stores;
  }

  @Override
  public SslBundleKey getKey() {
    return key;
  }

  @Override
  public SslOptions getOptions() {
    return options;
  }

  @Override
  public String getProtocol() {
    return protocol;
  }

  @Override
  public SslManagerBundle getManagers() {
    return managers;
  }

  /** Names classes of HttpClient 5; loaded only where it is. */
  private static final class HttpClient5 {

    /** What HttpClient would find out again for each connection, by regular expressions. */
    static SslOptions filtered(SslOptions given, SSLContext context) {
      SSLParameters defaults = context.getDefaultSSLParameters();
      String[] ciphers = given.getCiphers();
      String[] protocols = given.getEnabledProtocols();
      return SslOptions.of(
          ciphers != null ? ciphers : TlsCiphers.excludeWeak(defaults.getCipherSuites()),
          protocols != null ? protocols : TLS.excludeWeak(defaults.getProtocols()));
    }
  }
}
