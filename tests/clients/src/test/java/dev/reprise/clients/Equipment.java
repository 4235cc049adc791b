package dev.reprise.clients;

import dev.reprise.testkit.Certificates;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.X509TrustManager;

/** What a client is given: the JDK's own, or ours. */
final class Equipment {

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

  static Equipment stock(Certificates certificates) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, certificates.trustManagers(), null);
    return new Equipment(context, context.getSocketFactory(), null, trust(certificates));
  }

  static Equipment reprise(Certificates certificates, TlsListener listener) {
    ResumingSslContext context =
        new ResumingSslContext(
            TlsSettings.builder()
                .trustManagers(certificates.trustManagers())
                .addListener(listener)
                .build());
    return new Equipment(context, context.socketFactory(), context, trust(certificates));
  }

  private static X509TrustManager trust(Certificates certificates) {
    return (X509TrustManager) certificates.trustManagers()[0];
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

  /** Lanes made so far. */
  long lanes() {
    return resuming.statistics().lanesMade() + resuming.socketFactory().laneCounts().made();
  }
}
