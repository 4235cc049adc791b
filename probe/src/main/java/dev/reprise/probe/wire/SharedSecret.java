package dev.reprise.probe.wire;

import java.math.BigInteger;
import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.ECPoint;
import java.security.spec.ECPrivateKeySpec;
import java.security.spec.ECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.crypto.KeyAgreement;

/**
 * The shared secret of the probe's own key exchange, out of the random bytes that its private key
 * was made from. A private key is known to be the right one by its public key, which stands in the
 * ClientHello; where none fits, nothing is known.
 */
final class SharedSecret {

  private static final int X25519 = 29;
  private static final Map<Integer, String> CURVES =
      Map.of(0x17, "secp256r1", 0x18, "secp384r1", 0x19, "secp521r1");

  private SharedSecret() {}

  /**
   * Finds it.
   *
   * @param ours our share of the group, as in the ClientHello
   * @param theirs the server's
   */
  static Optional<byte[]> find(int group, byte[] ours, byte[] theirs, List<byte[]> random) {
    for (byte[] bytes : random) {
      try {
        Optional<byte[]> secret =
            group == X25519
                ? x25519(bytes, ours, theirs)
                : CURVES.containsKey(group)
                    ? curve(CURVES.get(group), bytes, ours, theirs)
                    : Optional.empty();
        if (secret.isPresent()) {
          return secret;
        }
      } catch (GeneralSecurityException | RuntimeException e) {
        // Those bytes were made for something else.
      }
    }
    return Optional.empty();
  }

  private static Optional<byte[]> x25519(byte[] bytes, byte[] ours, byte[] theirs)
      throws GeneralSecurityException {
    if (bytes.length != 32) {
      return Optional.empty();
    }
    KeyFactory keys = KeyFactory.getInstance("X25519");
    PrivateKey key =
        keys.generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, bytes.clone()));
    byte[] basePoint = new byte[32];
    basePoint[0] = 9;
    if (!Arrays.equals(ours, agree("X25519", key, x25519Public(keys, basePoint)))) {
      return Optional.empty();
    }
    return Optional.of(agree("X25519", key, x25519Public(keys, theirs)));
  }

  private static PublicKey x25519Public(KeyFactory keys, byte[] share)
      throws GeneralSecurityException {
    byte[] bigEndian = reversed(share);
    bigEndian[0] &= 0x7f;
    return keys.generatePublic(
        new XECPublicKeySpec(NamedParameterSpec.X25519, new BigInteger(1, bigEndian)));
  }

  private static Optional<byte[]> curve(String name, byte[] bytes, byte[] ours, byte[] theirs)
      throws GeneralSecurityException {
    AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
    parameters.init(new ECGenParameterSpec(name));
    ECParameterSpec curve = parameters.getParameterSpec(ECParameterSpec.class);
    if (bytes.length * 8 < curve.getOrder().bitLength()) {
      return Optional.empty();
    }
    KeyFactory keys = KeyFactory.getInstance("EC");
    PublicKey generator = keys.generatePublic(new ECPublicKeySpec(curve.getGenerator(), curve));
    PublicKey server = keys.generatePublic(new ECPublicKeySpec(point(theirs), curve));
    byte[] ourX = Arrays.copyOfRange(ours, 1, 1 + (ours.length - 1) / 2);
    for (BigInteger scalar : scalars(bytes, curve.getOrder())) {
      PrivateKey key = keys.generatePrivate(new ECPrivateKeySpec(scalar, curve));
      if (Arrays.equals(ourX, agree("ECDH", key, generator))) {
        return Optional.of(agree("ECDH", key, server));
      }
    }
    return Optional.empty();
  }

  /** What the releases of the JDK make of random bytes. */
  private static List<BigInteger> scalars(byte[] bytes, BigInteger order) {
    List<BigInteger> scalars = new ArrayList<>();
    for (byte[] order0 : List.of(reversed(bytes), bytes)) {
      BigInteger number = new BigInteger(1, order0);
      scalars.add(number.mod(order));
      scalars.add(number.mod(order.subtract(BigInteger.ONE)).add(BigInteger.ONE));
    }
    scalars.removeIf(scalar -> scalar.signum() == 0);
    return scalars;
  }

  private static ECPoint point(byte[] uncompressed) {
    int size = (uncompressed.length - 1) / 2;
    return new ECPoint(
        new BigInteger(1, Arrays.copyOfRange(uncompressed, 1, 1 + size)),
        new BigInteger(1, Arrays.copyOfRange(uncompressed, 1 + size, 1 + 2 * size)));
  }

  private static byte[] agree(String algorithm, PrivateKey key, PublicKey other)
      throws GeneralSecurityException {
    KeyAgreement agreement = KeyAgreement.getInstance(algorithm);
    agreement.init(key);
    agreement.doPhase(other, true);
    return agreement.generateSecret();
  }

  private static byte[] reversed(byte[] bytes) {
    byte[] reversed = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      reversed[i] = bytes[bytes.length - 1 - i];
    }
    return reversed;
  }
}
