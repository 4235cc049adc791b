package dev.reprise.clients;

import dev.reprise.subject.Authority;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.TlsSettings;
import java.security.GeneralSecurityException;
import java.time.Duration;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.X509TrustManager;

/** What a client is given: the JDK's own, or ours. */
public final class Equipment {

  /** As many as threads call, so that none waits for a connection. */
  static final int MOST_CONNECTIONS = 64;

  /** Who closes first, and how, is not to depend on how busy the machine is. */
  private static final Duration CLOSE_WAIT = Duration.ofSeconds(1);

  private final SSLContext context;
  private final SSLSocketFactory sockets;
  private final ResumingSslContext resuming;
  private final X509TrustManager trust;

  private Equipment(
      SSLContext context,
      SSLSocketFactory sockets,
      ResumingSslContext resuming,
      X509TrustManager trust) {
    this.context = context;
    this.sockets = sockets;
    this.resuming = resuming;
    this.trust = trust;
  }

  /** The JDK's own. */
  public static Equipment stock(X509TrustManager trust) throws GeneralSecurityException {
    SSLContext context = Authority.newContext(trust);
    return new Equipment(context, context.getSocketFactory(), null, trust);
  }

  /** Ours. */
  public static Equipment reprise(X509TrustManager trust, TlsSettings.Builder settings) {
    ResumingSslContext context = new ResumingSslContext(settings.closeTimeout(CLOSE_WAIT).build());
    return new Equipment(context, context.socketFactory(), context, trust);
  }

  /** Null for the JDK's own. */
  ResumingSslContext resuming() {
    return resuming;
  }

  SSLContext context() {
    return context;
  }

  SSLSocketFactory sockets() {
    return sockets;
  }

  X509TrustManager trust() {
    return trust;
  }

  /** Lanes made so far; 0 of the JDK's own. */
  public long lanes() {
    return resuming == null
        ? 0
        : resuming.statistics().lanesMade() + resuming.socketFactory().laneCounts().made();
  }
}
