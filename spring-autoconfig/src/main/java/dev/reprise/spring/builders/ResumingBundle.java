package dev.reprise.spring.builders;

import dev.reprise.spring.builders.BootBuilders.BuilderLibrary;
import dev.reprise.tls.ResumingSslContext;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.apache.hc.core5.http.ssl.TLS;
import org.apache.hc.core5.http.ssl.TlsCiphers;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.boot.ssl.SslOptions;

/**
 * Makes bundles whose contexts resume. They keep the parts of the one that they stand for, not that
 * one, by which they are looked up.
 */
final class ResumingBundle {

  private ResumingBundle() {}

  static SslBundle of(SslBundle given, ResumingSslContext context, BuilderLibrary library) {
    boolean filters =
        library == BuilderLibrary.HTTPCLIENT5 || library == BuilderLibrary.HTTPCLIENT5_ASYNC;
    return SslBundle.of(
        given.getStores(),
        given.getKey(),
        filters ? filtered(given.getOptions(), context) : given.getOptions(),
        given.getProtocol(),
        new Managers(given.getManagers(), context));
  }

  /** Null for a bundle that does not resume, or none. */
  static ResumingSslContext context(SslBundle bundle) {
    return bundle != null && bundle.getManagers() instanceof Managers
        ? ((Managers) bundle.getManagers()).context
        : null;
  }

  private static final class Managers implements SslManagerBundle {

    private final SslManagerBundle given;
    private final ResumingSslContext context;

    Managers(SslManagerBundle given, ResumingSslContext context) {
      this.given = given;
      this.context = context;
    }

    @Override
    public KeyManagerFactory getKeyManagerFactory() {
      return given.getKeyManagerFactory();
    }

    @Override
    public TrustManagerFactory getTrustManagerFactory() {
      return given.getTrustManagerFactory();
    }

    @Override
    public SSLContext createSslContext(String protocol) {
      return context;
    }
  }

  /** What HttpClient 5 would find out again for each connection, by regular expressions. */
  private static SslOptions filtered(SslOptions given, SSLContext context) {
    SSLParameters defaults = context.getDefaultSSLParameters();
    String[] ciphers = given.getCiphers();
    String[] protocols = given.getEnabledProtocols();
    return SslOptions.of(
        ciphers != null ? ciphers : TlsCiphers.excludeWeak(defaults.getCipherSuites()),
        protocols != null ? protocols : TLS.excludeWeak(defaults.getProtocols()));
  }
}
