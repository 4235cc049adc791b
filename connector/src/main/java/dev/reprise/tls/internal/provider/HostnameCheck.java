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
 * Verifies that a server's certificate is for the host that was called (RFC 9110 section 4.3.4),
 * where the TLS provider and its trust manager are not known to do so.
 *
 * <p>By RFC 9525: a name matches a dNSName of subjectAltName, label by label and without regard to
 * case; {@code *} stands for one whole label, the first, of three at least; an address matches only
 * an iPAddress. As with JSSE and HttpClient, the common name of the subject counts for a
 * certificate that has no dNSName (RFC 2818 section 3.1).
 */
public final class HostnameCheck {

  /** Has a provider verify the host (JSSE's name for it); an object of its own. */
  public static final String HTTPS = new String("HTTPS");

  private static final Pattern DOTTED_DECIMAL = Pattern.compile("[0-9]+(\\.[0-9]+){3}");
  private static final int LONGEST_DOTTED_DECIMAL = "255.255.255.255".length();
  private static final int DNS_NAME = 2;
  private static final int IP_ADDRESS = 7;

  private HostnameCheck() {}

  /** Whether the algorithm was set here, and not by a user who has written the same. */
  @SuppressWarnings({"ReferenceEquality", "StringEquality"})
  static boolean isOurs(String algorithm) {
    return algorithm == HTTPS;
  }

  /**
   * Verifies the certificate of a session.
   *
   * @param called a name or an address literal; one of IPv6 with or without brackets
   * @throws SSLPeerUnverifiedException if it is for other hosts, or there is none
   */
  public static void verify(String called, SSLSession session) throws SSLPeerUnverifiedException {
    Certificate[] chain = session.getPeerCertificates();
    if (chain.length == 0 || !(chain[0] instanceof X509Certificate)) {
      throw new SSLPeerUnverifiedException("The server " + called + " has no X.509 certificate");
    }
    verify(called, (X509Certificate) chain[0]);
  }

  /** The same, of the server's own certificate. */
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
   * Whether JSSE can verify the host: an address, or a name with only letters, digits and hyphens
   * ({@link SNIHostName}). It calls others illegal.
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

  /** Most names are, and this is asked for each connection. */
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
   * With a part above 255, or longer than any address, it is a name, as JSSE has it; so is the
   * short form of an address, such as 127.1, of which JSSE makes one.
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

  /** An address literal as bytes, without its zone; never asks DNS. Null if it is none. */
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

  /** A name as certificates have it, in lower case and without the root's dot; null if invalid. */
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

  /** In a class of its own: a runtime may be without the module java.naming. */
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
