package dev.reprise.subject.compare;

import com.fasterxml.jackson.annotation.JsonValue;

/** At what height of the stack clients are compared. */
public enum Level {
  /** HTTP POSTs through the client itself. */
  PLAIN("plain"),
  /** Calls of Spring-WS's WebServiceTemplate through the client's message sender. */
  WEB_SERVICE_TEMPLATE("webservicetemplate");

  private final String label;

  Level(String label) {
    this.label = label;
  }

  /** The name on the command line and in results. */
  @JsonValue
  public String label() {
    return label;
  }
}
