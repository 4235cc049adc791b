package dev.reprise.tls.internal.provider;

import java.security.Provider;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** What a TLS provider can and cannot do, as far as this package depends on it. */
public enum ProviderTraits {
  JSSE,
  CONSCRYPT,

  /** Any other provider. Nothing is assumed of it that was not observed. */
  OTHER;

  /** JSSE's name of the protocol version. */
  public static final String TLS13 = "TLSv1.3";

  public static ProviderTraits of(Provider provider) {
    switch (provider.getName()) {
      case "SunJSSE":
        return JSSE;
      case "Conscrypt":
        return CONSCRYPT;
      default:
        return OTHER;
    }
  }

  /**
   * Whether a session has the values put into the one it derives from. Then a mark tells a resumed
   * handshake from a full one. Otherwise that takes a {@link SocketTrustManager}.
   */
  public boolean keepsSessionValues() {
    return this == JSSE;
  }

  /**
   * Whether a context keeps several TLS 1.3 tickets of a server, offers each once, and shows among
   * its session ids how many are left.
   */
  public boolean queuesTickets() {
    return this == CONSCRYPT || this == JSSE && Runtime.version().feature() >= 24;
  }

  /**
   * Whether those ids include that of a full handshake's session, which is useless beside its
   * tickets.
   */
  public boolean keepsRoot() {
    return this == JSSE;
  }

  public boolean reducesOffers() {
    return this == JSSE || this == CONSCRYPT;
  }

  /**
   * Whether an engine may hold native memory until it is closed. JSSE's holds none, and loses its
   * session if closed before the peer's close_notify (JDK-8253368).
   */
  public boolean holdsMemory() {
    return this != JSSE;
  }

  /** Whether an engine reads on after its own close_notify; Conscrypt's reports the end instead. */
  public boolean halfCloses() {
    return this == JSSE;
  }

  /**
   * Whether a socket layered with a null host uses the name that its address was made from. Other
   * providers cannot find that name.
   */
  public boolean findsHostByAddress() {
    return this == JSSE;
  }

  /**
   * Whether the host name is verified in the handshake with this trust manager; null if unknown.
   * JSSE adds the check to a plain X509TrustManager, and its own trust managers make it. Any other
   * X509ExtendedTrustManager may omit it. Conscrypt leaves it to the trust manager in any case.
   */
  public boolean verifiesHostWith(TrustManager manager) {
    return this == JSSE
        && manager != null
        && (!(manager instanceof X509ExtendedTrustManager) || DefaultTrust.isOfJdk(manager));
  }
}
