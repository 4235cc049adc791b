package dev.reprise.tls.internal.provider;

import java.security.Provider;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/** What a TLS provider can and cannot do, as far as this package depends on it. */
public enum ProviderTraits {
  JSSE,
  CONSCRYPT,

  /** Any other one: nothing is taken for granted that has not been seen. */
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
   * Whether a value put into a session is there in every session derived from it, so that a mark
   * tells a resumed handshake from a full one. Otherwise it takes a {@link SocketTrustManager}.
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
   * Whether the session of a full handshake is among those ids too, beside its tickets and of no
   * use to anybody.
   */
  public boolean keepsRoot() {
    return this == JSSE;
  }

  public boolean reducesOffers() {
    return this == JSSE || this == CONSCRYPT;
  }

  /**
   * Whether an engine may hold native memory until it is ended. JSSE holds none, and throws the
   * session away when it is ended before the peer's close_notify (JDK-8253368).
   */
  public boolean holdsMemory() {
    return this != JSSE;
  }

  /** Whether an engine reads on after its own close_notify; that of Conscrypt tells of an end. */
  public boolean halfCloses() {
    return this == JSSE;
  }

  /**
   * Whether a socket layered with a null host takes the name that the address was made from. The
   * others have no way to that name.
   */
  public boolean findsHostByAddress() {
    return this == JSSE;
  }

  /**
   * Whether the host name is verified in the handshake with this trust manager, which may be null
   * for one that is not known. JSSE adds the check to a plain X509TrustManager, and its own trust
   * managers make it; an X509ExtendedTrustManager of anybody else may leave it out, and Conscrypt
   * leaves it to any.
   */
  public boolean verifiesHostWith(TrustManager manager) {
    return this == JSSE
        && manager != null
        && (!(manager instanceof X509ExtendedTrustManager) || DefaultTrust.isOfJdk(manager));
  }
}
