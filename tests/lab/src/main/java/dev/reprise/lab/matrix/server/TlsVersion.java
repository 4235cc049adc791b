package dev.reprise.lab.matrix.server;

import com.fasterxml.jackson.annotation.JsonValue;

/** A TLS version, under the names that programs have for it. */
public enum TlsVersion {
  /** RFC 8446. */
  TLS13("TLSv1.3"),
  /** RFC 5246. */
  TLS12("TLSv1.2");

  private final String label;

  TlsVersion(String label) {
    this.label = label;
  }

  /** The name in Java, in tables and in JSON. */
  @JsonValue
  public String label() {
    return label;
  }

  /** The digits after "TLS", such as {@code 1.3}. */
  public String number() {
    return label.substring("TLSv".length());
  }
}
