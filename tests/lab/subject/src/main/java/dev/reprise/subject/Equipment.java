package dev.reprise.subject;

import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** What a client is given, alike with and without Reprise, and what it calls. */
public final class Equipment {

  /** All timeouts of clients with a limit of connections: no call waits for so long. */
  public static final Duration TIMEOUT = Duration.ofSeconds(60);

  /** The connections that there may be at a time; 0 for a client's defaults, of timeouts too. */
  public int connections;

  /**
   * The addresses of the host, of which each connection takes the next; empty to ask the system.
   */
  public List<String> addresses = List.of();

  /** The only TLS version on offer, where a client can be told; null for the JDK's default. */
  public String protocol;

  public byte[] body;
  public String type = "text/xml; charset=utf-8";
  public Map<String, String> headers = Map.of();
  private final X509ExtendedTrustManager trust;
  private final ResumingSslContext resuming;
  private final SSLContext context;

  /**
   * What a client needs.
   *
   * @param settings those of Reprise; null for a client without it
   */
  public Equipment(X509ExtendedTrustManager trust, TlsSettings settings)
      throws GeneralSecurityException {
    this.trust = trust;
    resuming = settings == null ? null : new ResumingSslContext(settings);
    context = resuming == null ? Authority.newContext(trust) : resuming;
  }

  public boolean isReprise() {
    return resuming != null;
  }

  public X509ExtendedTrustManager trust() {
    return trust;
  }

  public SSLContext context() {
    return context;
  }

  public SSLSocketFactory sockets() {
    return isReprise() ? resumingSockets() : context.getSocketFactory();
  }

  /** Those of Reprise; null without it. */
  public ResumingSslSocketFactory resumingSockets() {
    return isReprise() ? resuming.socketFactory() : null;
  }

  /** Lanes made so far; 0 without Reprise. */
  public long lanes() {
    return isReprise() ? resuming.laneCounts().made() + resumingSockets().laneCounts().made() : 0;
  }
}
