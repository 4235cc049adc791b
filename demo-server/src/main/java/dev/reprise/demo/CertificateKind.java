package dev.reprise.demo;

/** What is right or wrong with the certificate that the demo server presents. */
public enum CertificateKind {
  /** Valid now, and issued for the names of the server. */
  VALID,
  /** Issued for the right names; its validity ended yesterday. */
  EXPIRED,
  /** Valid now, but issued for {@code wrong-name.invalid} alone. */
  WRONG_NAME
}
