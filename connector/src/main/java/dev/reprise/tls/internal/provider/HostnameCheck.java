package dev.reprise.tls.internal.provider;

import java.net.IDN;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.security.cert.Certificate;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.security.auth.x500.X500Principal;

/**
 * Verifies that a server's certificate is for the called host (RFC 9110 section 4.3.4). Used if the
 * TLS provider and its trust manager are not known to do so.
 *
 * <p>Follows RFC 9525. A name matches a dNSName of subjectAltName label by label, ignoring case.
 * {@code *} stands for the whole first label of at least three. An address matches only an
 * iPAddress. As with JSSE and HttpClient, the subject's common name counts if the certificate has
 * no dNSName (RFC 2818 section 3.1).
 */
public final class HostnameCheck {

  /** JSSE's name for verifying the host. A distinct object, so that a user's string differs. */
  public static final String HTTPS = new String("HTTPS");

  private static final Pattern DOTTED_DECIMAL = Pattern.compile("[0-9]+(\\.[0-9]+){3}");
  private static final int LONGEST_DOTTED_DECIMAL = "255.255.255.255".length();
  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;

  private HostnameCheck() {}

  /** Returns whether Reprise set the algorithm, and not a user who wrote the same string. */
  @SuppressWarnings({"ReferenceEquality", "StringEquality"})
  static boolean isOurs(String algorithm) {
    return algorithm == HTTPS;
  }

  /**
   * Verifies the certificate of a session.
   *
   * @param called a name or an address literal, for IPv6 with or without brackets
   * @throws SSLPeerUnverifiedException if the certificate is for other hosts, or there is none
   */
  public static void verify(String called, SSLSession session) throws SSLPeerUnverifiedException {
    Certificate[] chain = session.getPeerCertificates();
    if (chain.length == 0 || !(chain[0] instanceof X509Certificate)) {
      throw new SSLPeerUnverifiedException("The server " + called + " has no X.509 certificate");
    }
    verify(called, (X509Certificate) chain[0]);
  }

  /** Verifies the server's own certificate in the same way. */
  public static void verify(String called, X509Certificate certificate)
      throws SSLPeerUnverifiedException {
    String host =
        called.startsWith("[") && called.endsWith("]")
            ? called.substring(1, called.length() - 1)
            : called;
    boolean address = isAddress(host);
    try {
      List<String> names = address ? values(certificate, IP_ADDRESS) : names(certificate);
      if (!(address ? hasAddress(names, host) : hasName(names, host))) {
        throw new SSLPeerUnverifiedException(
            "The server's certificate is not for " + host + " but for " + names);
      }
    } catch (CertificateParsingException e) {
      throw (SSLPeerUnverifiedException)
          new SSLPeerUnverifiedException("The certificate of " + host + " cannot be read")
              .initCause(e);
    }
  }

  /**
   * Returns whether JSSE can verify the host: an address, or a name with only letters, digits and
   * hyphens ({@link SNIHostName}). JSSE calls other names illegal.
   */
  public static boolean isKnownToProviders(String host) {
    if (isPlain(host) || isAddress(host) || host.startsWith("[")) {
      return true;
    }
    try {
      return new SNIHostName(host) != null;
    } catch (IllegalArgumentException e) {
      return false;
    }
  }

  /** A quick test that most names pass, because every connection makes it. */
  private static boolean isPlain(String host) {
    for (int i = 0; i < host.length(); i++) {
      char c = host.charAt(i);
      if ((c < 'a' || c > 'z') && (c != '.' || i == 0 || host.charAt(i - 1) == '.')) {
        return false;
      }
    }
    return !host.isEmpty() && host.length() < 64;
  }

  private static boolean isAddress(String host) {
    return host.indexOf(':') >= 0 || isDottedDecimal(host);
  }

  /**
   * Returns whether the host is an IPv4 address. As in JSSE, it is a name if a part is above 255 or
   * it is too long. So is a short form such as 127.1, though JSSE takes that for an address.
   */
  private static boolean isDottedDecimal(String host) {
    return host.length() <= LONGEST_DOTTED_DECIMAL
        && DOTTED_DECIMAL.matcher(host).matches()
        && Arrays.stream(host.split("\\.")).allMatch(part -> Long.parseLong(part) <= 255);
  }

  private static boolean hasAddress(List<String> addresses, String host) {
    byte[] wanted = bytes(host);
    return wanted != null
        && addresses.stream().anyMatch(address -> Arrays.equals(bytes(address), wanted));
  }

  /** Returns an address literal as bytes, without its zone; null if it is none. Never asks DNS. */
  private static byte[] bytes(String literal) {
    int zone = literal.indexOf('%');
    String address = zone < 0 ? literal : literal.substring(0, zone);
    try {
      // In brackets only an IPv6 literal is accepted; anything else is refused without a look-up.
      return address.indexOf(':') >= 0
          ? InetAddress.getByName("[" + address + "]").getAddress()
          : isDottedDecimal(address) ? InetAddress.getByName(address).getAddress() : null;
    } catch (UnknownHostException e) {
      return null;
    }
  }

  private static boolean hasName(List<String> patterns, String host) {
    String name = ascii(host);
    return name != null && patterns.stream().anyMatch(pattern -> matches(ascii(pattern), name));
  }

  private static boolean matches(String pattern, String name) {
    if (pattern == null || !pattern.startsWith("*.")) {
      return name.equals(pattern);
    }
    String domain = pattern.substring(1);
    int dot = name.indexOf('.');
    return dot > 0
        && domain.indexOf('.', 1) > 0
        && domain.indexOf('*') < 0
        && name.substring(dot).equals(domain);
  }

  /** Returns a name in ASCII and lower case, without the root's dot; null if invalid. */
  private static String ascii(String name) {
    try {
      String ascii = IDN.toASCII(name).toLowerCase(Locale.ROOT);
      String relative = ascii.endsWith(".") ? ascii.substring(0, ascii.length() - 1) : ascii;
      return relative.isEmpty() ? null : relative;
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  private static List<String> names(X509Certificate certificate)
      throws CertificateParsingException {
    List<String> names = values(certificate, DNS_NAME);
    return names.isEmpty() ? Subject.commonName(certificate) : names;
  }

  private static List<String> values(X509Certificate certificate, int type)
      throws CertificateParsingException {
    Collection<List<?>> alternatives = certificate.getSubjectAlternativeNames();
    List<String> values = new ArrayList<>();
    if (alternatives != null) {
      for (List<?> alternative : alternatives) {
        if (alternative.get(0).equals(type) && alternative.get(1) instanceof String) {
          values.add((String) alternative.get(1));
        }
      }
    }
    return values;
  }

  /** In a class of its own, because a runtime may lack the module java.naming. */
  private static final class Subject {

    static List<String> commonName(X509Certificate certificate) throws CertificateParsingException {
      try {
        String subject = certificate.getSubjectX500Principal().getName(X500Principal.RFC2253);
        List<Rdn> rdns = new LdapName(subject).getRdns();
        for (int i = rdns.size() - 1; i >= 0; i--) {
          Attribute name = rdns.get(i).toAttributes().get("cn");
          if (name != null && name.get() instanceof String) {
            return List.of((String) name.get());
          }
        }
        return List.of();
      } catch (NamingException e) {
        throw new CertificateParsingException("The subject is not a distinguished name", e);
      }
    }
  }
}
