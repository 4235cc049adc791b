package dev.reprise.demo;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The faults that the demo server commits on demand. Apart from the fault itself, the response is
 * the one that the path gives without it, and it always announces {@code Connection: close}.
 */
public enum Fault {
  /** The response, close_notify, FIN. */
  NONE("no fault: the response, close_notify, FIN"),

  /** The response, then FIN without close_notify. */
  CLOSE_WITHOUT_CLOSE_NOTIFY("the response, then FIN without close_notify"),

  /** The response, then a TCP reset. */
  RESET_AFTER_RESPONSE("the response, then RST"),

  /** The response, then nothing: the connection stays open until the client closes it. */
  HOLD_OPEN("the response, then the connection stays open until the client goes or the bound ends"),

  /** Silence before the response. */
  STALL("silence until the bound ends, then as none"),

  /**
   * As {@link #STALL}, by a server that is stuck: it does not notice either that the client goes.
   */
  FREEZE_BEFORE_RESPONSE("silence until the bound ends, whatever the client does, then as none"),

  /** As {@link #HOLD_OPEN}, by a server that does not notice either that the client goes. */
  FREEZE_AFTER_RESPONSE("the response, then the connection stays open until the bound ends"),

  /** A {@code Content-Length} larger than the body sent, then close_notify and FIN. */
  TRUNCATE_BODY("half of the body that Content-Length promises, then close_notify, FIN"),

  /** Half a body that only the end of the connection delimits, then FIN without close_notify. */
  TRUNCATE_CLOSE_DELIMITED("half of a body without Content-Length, then FIN without close_notify"),

  /** A body that only the end of the connection delimits, ended properly with close_notify. */
  CLOSE_DELIMITED("no fault either: a body without Content-Length, then close_notify, FIN"),

  /** Application data after the end of the response, then close_notify and FIN. */
  DATA_AFTER_RESPONSE("the response, more application data, close_notify, FIN"),

  /** Bytes that are no TLS record in the place of the ServerHello: a fault of a whole listener. */
  GARBAGE("no TLS at all: bytes that are no record answer the ClientHello");

  private final String description;

  Fault(String description) {
    this.description = description;
  }

  /** Returns the fault's name in options, headers and paths, such as {@code hold-open}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns what is seen on the connection, in one line. */
  public String description() {
    return description;
  }

  /** Returns whether a single request can ask for this fault, not a whole listener only. */
  public boolean isPerRequest() {
    return this != GARBAGE;
  }

  boolean isFrozen() {
    return this == FREEZE_BEFORE_RESPONSE || this == FREEZE_AFTER_RESPONSE;
  }

  boolean isBeforeResponse() {
    return this == STALL || this == FREEZE_BEFORE_RESPONSE;
  }

  static Optional<Fault> ofLabel(String label) {
    return Arrays.stream(values()).filter(fault -> fault.label().equals(label)).findFirst();
  }

  static String labels() {
    return Arrays.stream(values()).map(Fault::label).collect(Collectors.joining(", "));
  }
}
