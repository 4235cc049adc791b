package dev.reprise.tls.internal.provider;

import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Leaves out what only explicit settings may offer, whatever the provider has enabled: versions
 * before TLS 1.2 (RFC 8996), and the cipher suites that Apache HttpClient leaves out too. JDK 11
 * before 11.0.11 enables both, as does an emptied {@code jdk.tls.disabledAlgorithms}.
 */
public final class WeakTls {

  private static final List<String> OLD = List.of("SSLv2Hello", "SSLv3", "TLSv1", "TLSv1.1");

  private static final Pattern SUITE =
      Pattern.compile(
          "(TLS|SSL)_("
              + "(NULL|ECDH_anon|DH_anon|DH_anon_EXPORT|DHE_RSA_EXPORT|DHE_DSS_EXPORT|DSS_EXPORT"
              + "|DH_DSS_EXPORT|DH_RSA_EXPORT|RSA_EXPORT|KRB5_EXPORT)_.*"
              + "|.*_WITH_(NULL|DES_CBC|DES40_CBC|DES_CBC_40|3DES_EDE_CBC|RC4_128|RC4_40|RC2_CBC_40)"
              + "_.*)");

  private WeakTls() {}

  /** Returns the protocols to set; null if none of the enabled ones is weak. */
  public static String[] strongProtocols(String[] enabled) {
    String[] strong = without(enabled, OLD::contains);
    return strong != null && strong.length == 0 ? new String[] {"TLSv1.2"} : strong;
  }

  /** Returns the cipher suites to set; null if none of the enabled ones is weak. */
  public static String[] strongCipherSuites(String[] enabled) {
    return without(enabled, suite -> SUITE.matcher(suite).matches());
  }

  private static String[] without(String[] all, Predicate<String> weak) {
    String[] strong = Arrays.stream(all).filter(Predicate.not(weak)).toArray(String[]::new);
    return strong.length == all.length ? null : strong;
  }
}
