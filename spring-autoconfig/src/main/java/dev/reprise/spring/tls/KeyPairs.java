package dev.reprise.spring.tls;

import dev.reprise.tls.Pem;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.X509KeyManager;

/** Tells whether the keys that managers would show are those of their certificates. */
final class KeyPairs {

  private static final List<String> TYPES = List.of("RSA", "EC", "RSASSA-PSS", "EdDSA");

  private KeyPairs() {}

  /** A key that stays in a token is not tried, since that may ask somebody for a PIN. */
  static boolean fit(KeyManager... managers) {
    return Arrays.stream(managers)
        .filter(X509KeyManager.class::isInstance)
        .map(X509KeyManager.class::cast)
        .allMatch(KeyPairs::fit);
  }

  private static boolean fit(X509KeyManager keys) {
    return TYPES.stream()
        .map(type -> keys.getClientAliases(type, null))
        .filter(Objects::nonNull)
        .flatMap(Stream::of)
        .distinct()
        .allMatch(alias -> fit(keys.getPrivateKey(alias), keys.getCertificateChain(alias)));
  }

  private static boolean fit(PrivateKey key, X509Certificate[] chain) {
    return key == null
        || key.getEncoded() == null
        || chain == null
        || chain.length == 0
        || Pem.isPair(key, chain[0]);
  }
}
