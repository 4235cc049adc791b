package dev.reprise.democlient;

import java.io.IOException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;

/** What a client without Reprise is given: one context, with the JDK's session cache. */
final class StockTls {
  private StockTls() {}

  /** A context of its own, which tells of full handshakes. */
  static SSLContext newContext(Target target, Switches switches, Figures figures)
      throws GeneralSecurityException, IOException {
    SSLContext context = SSLContext.getInstance(switches.tls());
    TrustManager trust = new WatchedTrustManager(target.trustManager(), figures::fullHandshake);
    context.init(null, new TrustManager[] {trust}, null);
    return context;
  }
}
