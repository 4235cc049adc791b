package dev.reprise.probe.wire;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import javax.crypto.Cipher;
import javax.crypto.Mac;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/** The key schedule and record protection of a cipher suite of TLS 1.3 (RFC 8446 section 7). */
enum Suite13 {
  AES_128(0x1301, "SHA-256", "HmacSHA256", 16, "AES"),
  AES_256(0x1302, "SHA-384", "HmacSHA384", 32, "AES"),
  CHACHA20(0x1303, "SHA-256", "HmacSHA256", 32, "ChaCha20");

  private static final int IV = 12;

  private final int number;
  private final String hash;
  private final String mac;
  private final int keyLength;
  private final String cipher;

  Suite13(int number, String hash, String mac, int keyLength, String cipher) {
    this.number = number;
    this.hash = hash;
    this.mac = mac;
    this.keyLength = keyLength;
    this.cipher = cipher;
  }

  /** Null if it is another one. */
  static Suite13 of(int number) {
    return Arrays.stream(values()).filter(suite -> suite.number == number).findFirst().orElse(null);
  }

  MessageDigest transcript() throws GeneralSecurityException {
    return MessageDigest.getInstance(hash);
  }

  byte[] zeros() throws GeneralSecurityException {
    return new byte[transcript().getDigestLength()];
  }

  /** HKDF-Extract. */
  byte[] extract(byte[] salt, byte[] secret) throws GeneralSecurityException {
    return hmac(salt, secret);
  }

  /** Derive-Secret. */
  byte[] derive(byte[] secret, String label, byte[] transcriptHash)
      throws GeneralSecurityException {
    return expand(secret, label, transcriptHash, zeros().length);
  }

  private byte[] expand(byte[] secret, String label, byte[] context, int length)
      throws GeneralSecurityException {
    byte[] name = ("tls13 " + label).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    ByteBuffer info = ByteBuffer.allocate(5 + name.length + context.length);
    info.putShort((short) length).put((byte) name.length).put(name);
    info.put((byte) context.length).put(context).put((byte) 1);
    // One block is as long as the hash, and nothing longer is asked for.
    return Arrays.copyOf(hmac(secret, info.array()), length);
  }

  private byte[] hmac(byte[] key, byte[] data) throws GeneralSecurityException {
    Mac hmac = Mac.getInstance(mac);
    hmac.init(new SecretKeySpec(key, mac));
    return hmac.doFinal(data);
  }

  Opener opener(byte[] trafficSecret) throws GeneralSecurityException {
    return new Opener(
        expand(trafficSecret, "key", new byte[0], keyLength),
        expand(trafficSecret, "iv", new byte[0], IV));
  }

  /** Opens the records that one traffic secret protects, in their order. */
  final class Opener {

    private final byte[] key;
    private final byte[] iv;
    private long sequence;

    private Opener(byte[] key, byte[] iv) {
      this.key = key;
      this.iv = iv;
    }

    /** The content, the last byte of which is its type. */
    byte[] open(TlsRecord sealed) throws GeneralSecurityException {
      byte[] nonce = iv.clone();
      for (int i = 0; i < Long.BYTES; i++) {
        nonce[IV - 1 - i] ^= (byte) (sequence >> (8 * i));
      }
      sequence++;
      boolean aes = cipher.equals("AES");
      AlgorithmParameterSpec parameters =
          aes ? new GCMParameterSpec(128, nonce) : new IvParameterSpec(nonce);
      Cipher aead = Cipher.getInstance(aes ? "AES/GCM/NoPadding" : "ChaCha20-Poly1305");
      aead.init(Cipher.DECRYPT_MODE, new SecretKeySpec(key, cipher), parameters);
      aead.updateAAD(sealed.header());
      byte[] padded = aead.doFinal(sealed.payload());
      int end = padded.length;
      while (end > 0 && padded[end - 1] == 0) {
        end--;
      }
      return Arrays.copyOf(padded, end);
    }
  }
}
