package dev.reprise.lab.matrix;

import com.fasterxml.jackson.annotation.JsonValue;

/** A TLS version, under the names that programs have for it. */
enum TlsVersion {
  TLS13("1.3"),
  TLS12("1.2");

  /** The digits after "TLS". */
  final String number;

  TlsVersion(String number) {
    this.number = number;
  }

  /** The name in Java, in tables and in JSON. */
  @JsonValue
  String label() {
    return "TLSv" + number;
  }
}
