package dev.reprise.lab.matrix;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The two halves of the matrix. */
enum Part {
  /** Every JDK, against one server. */
  JDKS,
  /** Every server, with some JDKs. */
  SERVERS;

  @JsonValue
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
