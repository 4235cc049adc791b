package dev.reprise.lab.matrix;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** What became of a cell. */
enum Verdict {
  /** Reprise keeps its promise. */
  HOLDS,
  /** It cannot, for a cause in JDK or server that is known. */
  EXPLAINED,
  /** It does not, and nobody knows why. */
  DIFFERS;

  @JsonValue
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
