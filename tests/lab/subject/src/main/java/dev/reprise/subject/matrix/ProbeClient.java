package dev.reprise.subject.matrix;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Locale;

/** The clients of the matrix. Both use the HttpClient and HttpCore of the class path. */
public enum ProbeClient {
  /** HttpClient with its own connection manager. */
  STOCK,
  /** HttpClient with Reprise's. */
  REPRISE;

  /** The name in tables and JSON. */
  @JsonValue
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
