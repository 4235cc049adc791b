package dev.reprise.tls.internal.provider;

import static java.util.Map.entry;

import dev.reprise.tls.internal.GroupParameters;
import dev.reprise.tls.internal.jdk.NamedGroups;
import java.security.AlgorithmConstraints;
import java.security.AlgorithmParameters;
import java.security.CryptoPrimitive;
import java.security.Key;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * A ClientHello without key shares that the server would not use. It offers only the one group of a
 * TLS 1.3 server, or no TLS 1.3. Making key shares is most of a resumed handshake's cost to the
 * client.
 *
 * <p>It can only resume (RFC 8446 section 2.2, RFC 5246 section 7.3): session creation is disabled.
 * With Conscrypt and TLS 1.2 that would also hold for a later renegotiation, so there a completed
 * full handshake counts as a refusal. A full handshake negotiates with everything on offer, so
 * nobody can hold a client to a protocol or group that it used once. Immutable.
 */
public final class ReducedClientHello {

  /** JSSE's names by number (RFC 8446 section 4.2.7). */
  private static final Map<Integer, String> GROUPS =
      Map.ofEntries(
          entry(0x0017, "secp256r1"),
          entry(0x0018, "secp384r1"),
          entry(0x0019, "secp521r1"),
          entry(0x001d, "x25519"),
          entry(0x001e, "x448"),
          entry(0x0100, "ffdhe2048"),
          entry(0x0101, "ffdhe3072"),
          entry(0x0102, "ffdhe4096"),
          entry(0x0103, "ffdhe6144"),
          entry(0x0104, "ffdhe8192"),
          entry(0x11eb, "SecP256r1MLKEM768"),
          entry(0x11ec, "X25519MLKEM768"),
          entry(0x11ed, "SecP384r1MLKEM1024"));

  private final String protocol;
  private final String group;

  /** The only cipher suite to offer with TLS 1.3, since Conscrypt is quicker with one. */
  private final String suite;

  private ReducedClientHello(String protocol, String group, String suite) {
    this.protocol = protocol;
    this.group = group;
    this.suite = suite;
  }

  /**
   * Returns the offer for a server that chose this protocol and, with TLS 1.3, this group. Returns
   * null if the group is not known.
   *
   * @param suite the only cipher suite to offer with TLS 1.3; null for all
   */
  public static ReducedClientHello of(String protocol, int group, String suite) {
    if (!protocol.equals(ProviderTraits.TLS13)) {
      return new ReducedClientHello(protocol, null, null);
    }
    String name = GROUPS.get(group);
    return name == null ? null : new ReducedClientHello(protocol, name, suite);
  }

  /** Makes an engine offer only this. Returns false if that conflicts with what its user set. */
  public boolean applyTo(SSLEngine engine, ProviderTraits traits, SSLParameters own) {
    List<String> enabled = Arrays.asList(engine.getEnabledProtocols());
    if (!enabled.contains(protocol)
        || !enabled.contains(ProviderTraits.TLS13)
        || (own != null && group != null && !NamedGroups.allow(own, group))
        || !engine.getEnableSessionCreation()) {
      return false;
    }
    if (traits == ProviderTraits.CONSCRYPT) {
      return applyToConscrypt(engine, own);
    }
    applyToJsse(engine, own);
    return true;
  }

  private boolean applyToConscrypt(SSLEngine engine, SSLParameters own) {
    if (group == null) {
      engine.setEnabledProtocols(new String[] {protocol});
      return true;
    }
    if (own != null && !Arrays.asList(own.getCipherSuites()).contains(suite)) {
      return false;
    }
    SSLParameters parameters = own == null ? engine.getSSLParameters() : own;
    parameters.setProtocols(new String[] {protocol});
    parameters.setCipherSuites(new String[] {suite});
    engine.setSSLParameters(GroupParameters.of(parameters, group));
    // With TLS 1.2 this would hold for a renegotiation too.
    engine.setEnableSessionCreation(false);
    return true;
  }

  private void applyToJsse(SSLEngine engine, SSLParameters own) {
    SSLParameters parameters = own == null ? new SSLParameters() : own;
    if (group != null && NamedGroups.areThere()) {
      parameters = GroupParameters.of(parameters, group);
    } else if (group != null) {
      // TLS 1.2 stays on offer: JSSE resumes no session whose signature schemes are not all on
      // offer.
      parameters.setAlgorithmConstraints(new OneGroup(group, parameters.getAlgorithmConstraints()));
    } else {
      parameters.setProtocols(new String[] {protocol});
    }
    engine.setSSLParameters(parameters);
    engine.setEnableSessionCreation(false);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ReducedClientHello
        && ((ReducedClientHello) other).protocol.equals(protocol)
        && Objects.equals(((ReducedClientHello) other).group, group)
        && Objects.equals(((ReducedClientHello) other).suite, suite);
  }

  @Override
  public int hashCode() {
    return Objects.hash(protocol, group, suite);
  }

  @Override
  public String toString() {
    return group == null ? protocol : protocol + " " + group;
  }

  /**
   * Permits one of the groups, and everything that is no group. Used on a JDK without {@link
   * NamedGroups}.
   *
   * <p>JSSE asks for the curve of a signature scheme, such as ecdsa_secp256r1_sha256, as for a
   * group, right after the scheme. It is permitted, since JSSE resumes no session whose signature
   * schemes are not all on offer. One handshake uses one instance, on one thread at a time.
   */
  private static final class OneGroup implements AlgorithmConstraints {

    private final String permitted;
    private final AlgorithmConstraints others;
    private boolean afterSignature;

    /** Permits only what {@code others}, if not null, permits too. */
    OneGroup(String permitted, AlgorithmConstraints others) {
      this.permitted = permitted;
      this.others = others;
    }

    @Override
    public boolean permits(
        Set<CryptoPrimitive> primitives, String algorithm, AlgorithmParameters parameters) {
      return permits(primitives, algorithm)
          && (others == null || others.permits(primitives, algorithm, parameters));
    }

    private boolean permits(Set<CryptoPrimitive> primitives, String algorithm) {
      boolean curveOfSignature = afterSignature && algorithm.startsWith("secp");
      afterSignature = primitives.contains(CryptoPrimitive.SIGNATURE);
      return algorithm.equals(permitted) || curveOfSignature || !GROUPS.containsValue(algorithm);
    }

    @Override
    public boolean permits(Set<CryptoPrimitive> primitives, Key key) {
      return others == null || others.permits(primitives, key);
    }

    @Override
    public boolean permits(
        Set<CryptoPrimitive> primitives,
        String algorithm,
        Key key,
        AlgorithmParameters parameters) {
      return permits(primitives, algorithm)
          && (others == null || others.permits(primitives, algorithm, key, parameters));
    }
  }
}
