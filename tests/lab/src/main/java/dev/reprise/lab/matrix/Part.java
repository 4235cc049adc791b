package dev.reprise.lab.matrix;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The parts of the matrix. */
enum Part {
  /** Every JDK, against one server. */
  JDKS,
  /** Every server, with some JDKs. */
  SERVERS,
  /** Every provider of TLS and cryptography but the JDK's, with some JDKs, against one server. */
  PROVIDERS;

  @JsonValue
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
