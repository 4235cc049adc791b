package dev.reprise.demo;

/** The algorithm of the keys behind the demo server's certificates. */
public enum KeyType {
  /** RSA with 2048 bits, signing with SHA-256. */
  RSA,
  /** Elliptic curve secp256r1, signing with SHA-256. */
  EC
}
