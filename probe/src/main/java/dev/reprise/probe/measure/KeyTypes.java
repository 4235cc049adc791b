package dev.reprise.probe.measure;

import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;

/** Names keys as people do. */
final class KeyTypes {

  private KeyTypes() {}

  static String describe(PublicKey key) {
    if (key instanceof RSAPublicKey) {
      return "RSA " + ((RSAPublicKey) key).getModulus().bitLength();
    }
    if (key instanceof ECPublicKey) {
      return "EC " + ((ECPublicKey) key).getParams().getOrder().bitLength();
    }
    return key.getAlgorithm();
  }
}
