package dev.reprise.lab.matrix.server;

import com.fasterxml.jackson.annotation.JsonValue;

/** The key of a server's certificate, and of the authority that signed it. */
public enum KeyType {
  /** EC, P-256. */
  EC,
  /** RSA, 2048 bits. */
  RSA;

  /** The name in tables and JSON. */
  @JsonValue
  public String label() {
    return name();
  }
}
