package dev.reprise.subject.faults;

import static dev.reprise.subject.faults.Ending.EITHER;
import static dev.reprise.subject.faults.Ending.FAILURE;
import static dev.reprise.subject.faults.Ending.RESPONSE;
import static dev.reprise.subject.faults.Hold.CLOSE_WAIT;
import static dev.reprise.subject.faults.Hold.CONNECT_TIMEOUT;
import static dev.reprise.subject.faults.Hold.NOTHING;
import static dev.reprise.subject.faults.Hold.READ_TIMEOUT;
import static dev.reprise.subject.faults.Hold.UNTIL_RESCUED;
import static dev.reprise.subject.faults.Scenario.ABORT;
import static dev.reprise.subject.faults.Scenario.EXCHANGE;
import static dev.reprise.subject.faults.Scenario.LARGE_REQUEST;
import static dev.reprise.subject.faults.Scenario.LARGE_REQUEST_ABORT;
import static dev.reprise.subject.faults.Scenario.POOLED;
import static dev.reprise.subject.faults.Scenario.UNREAD;

import dev.reprise.testkit.Fault;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A row of the table: a fault of the server or the network and what the caller does, and what a
 * caller of Reprise is promised then: how the call ends, for what it may be held, and what it is
 * told of its request. Named as its fault, unless the caller has a part in it.
 */
public enum FaultCase {
  NONE(EXCHANGE, RESPONSE, NOTHING),

  CLOSE_WITHOUT_CLOSE_NOTIFY(EXCHANGE, RESPONSE, NOTHING),
  HOLD_OPEN(EXCHANGE, RESPONSE, CLOSE_WAIT),
  FREEZE_AFTER_RESPONSE(EXCHANGE, RESPONSE, CLOSE_WAIT),
  RESET_AFTER_RESPONSE(EXCHANGE, EITHER, NOTHING, "ANSWERED"),
  DATA_AFTER_RESPONSE(EXCHANGE, RESPONSE, NOTHING),
  FLOOD_AFTER_RESPONSE(EXCHANGE, RESPONSE, NOTHING),
  TRICKLE_AFTER_RESPONSE(EXCHANGE, RESPONSE, CLOSE_WAIT),
  UNREAD_RESPONSE(
      Fault.LARGE_RESPONSE,
      "a 10 MB response left unread by the caller",
      UNREAD,
      RESPONSE,
      NOTHING),

  CONNECT_STALL(EXCHANGE, FAILURE, CONNECT_TIMEOUT, "NOT_SENT"),
  FREEZE_HANDSHAKE(EXCHANGE, FAILURE, CONNECT_TIMEOUT, "NOT_SENT"),
  TRICKLE_HANDSHAKE(EXCHANGE, FAILURE, UNTIL_RESCUED, "NOT_SENT"),
  RESET_IN_HANDSHAKE(EXCHANGE, FAILURE, NOTHING, "NOT_SENT"),
  CLOSE_IN_HANDSHAKE(EXCHANGE, FAILURE, NOTHING, "NOT_SENT"),
  ALERT_IN_HANDSHAKE(EXCHANGE, FAILURE, NOTHING, "NOT_SENT"),
  GARBAGE(EXCHANGE, FAILURE, NOTHING, "NOT_SENT"),

  STALL(EXCHANGE, FAILURE, READ_TIMEOUT, "SENT"),
  FREEZE_BEFORE_RESPONSE(EXCHANGE, FAILURE, READ_TIMEOUT, "SENT"),
  FREEZE_POOLED(POOLED, FAILURE, READ_TIMEOUT, "SENT"),
  RESET_BEFORE_RESPONSE(EXCHANGE, FAILURE, NOTHING, "SENT"),
  CLOSE_BEFORE_RESPONSE(EXCHANGE, FAILURE, NOTHING, "SENT"),
  ALERT_BEFORE_RESPONSE(EXCHANGE, FAILURE, NOTHING, "SENT"),
  STOP_READING(LARGE_REQUEST, FAILURE, UNTIL_RESCUED, "PARTLY_SENT"),

  RESET_AMID_BODY(EXCHANGE, FAILURE, NOTHING, "ANSWERED"),
  FREEZE_AMID_BODY(EXCHANGE, FAILURE, READ_TIMEOUT, "ANSWERED"),
  TRUNCATE_LENGTH(EXCHANGE, FAILURE, NOTHING, "ANSWERED"),
  TRUNCATE_LENGTH_NO_NOTIFY(EXCHANGE, FAILURE, NOTHING, "ANSWERED"),
  TRUNCATE_CHUNKED(EXCHANGE, FAILURE, NOTHING, "ANSWERED"),
  TRUNCATE_CHUNKED_NO_NOTIFY(EXCHANGE, FAILURE, NOTHING, "ANSWERED"),
  CLOSE_DELIMITED(EXCHANGE, RESPONSE, NOTHING),
  TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY(EXCHANGE, FAILURE, NOTHING, "ANSWERED"),

  ABORT_CONNECT(
      Fault.CONNECT_STALL, "abort() while TCP connects", ABORT, FAILURE, NOTHING, "NOT_SENT"),
  ABORT_HANDSHAKE(
      Fault.FREEZE_HANDSHAKE, "abort() in the handshake", ABORT, FAILURE, NOTHING, "NOT_SENT"),
  ABORT_REQUEST(
      Fault.STOP_READING,
      "abort() while a large request is written",
      LARGE_REQUEST_ABORT,
      FAILURE,
      NOTHING,
      "PARTLY_SENT"),
  ABORT_RESPONSE(
      Fault.FREEZE_BEFORE_RESPONSE,
      "abort() while the response is awaited",
      ABORT,
      FAILURE,
      NOTHING,
      "SENT"),
  ABORT_BODY(Fault.FREEZE_AMID_BODY, "abort() amid the body", ABORT, FAILURE, NOTHING, "ANSWERED"),

  CERTIFICATE_CHANGED(EXCHANGE, RESPONSE, NOTHING),
  CERTIFICATE_UNTRUSTED(EXCHANGE, FAILURE, NOTHING, "NOT_SENT"),
  TICKETS_FORGOTTEN(EXCHANGE, RESPONSE, NOTHING);

  private final Fault fault;
  private final String words;
  private final Scenario scenario;
  private final Ending ending;
  private final Hold hold;
  private final List<String> progress;

  FaultCase(Scenario scenario, Ending ending, Hold hold, String... progress) {
    this.fault = Fault.valueOf(name());
    this.words = fault.words();
    this.scenario = scenario;
    this.ending = ending;
    this.hold = hold;
    this.progress = List.of(progress);
  }

  FaultCase(
      Fault fault, String words, Scenario scenario, Ending ending, Hold hold, String... progress) {
    this.fault = fault;
    this.words = words;
    this.scenario = scenario;
    this.ending = ending;
    this.hold = hold;
    this.progress = List.of(progress);
  }

  /** The name on command lines and in tables, such as {@code hold-open}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** What the server or the network does. */
  Fault fault() {
    return fault;
  }

  /** The case with this label, or null. */
  public static FaultCase labelled(String label) {
    return Arrays.stream(values()).filter(f -> f.label().equals(label)).findFirst().orElse(null);
  }

  /** What happens, in words. */
  public String words() {
    return words;
  }

  /** What becomes of the session. */
  public SessionFate session() {
    switch (this) {
      case FREEZE_HANDSHAKE:
      case TRICKLE_HANDSHAKE:
      case RESET_IN_HANDSHAKE:
      case ABORT_HANDSHAKE:
      case STOP_READING:
      case ABORT_REQUEST:
        return SessionFate.TICKET_SPENT;
      case CLOSE_IN_HANDSHAKE:
      case ALERT_IN_HANDSHAKE:
      case GARBAGE:
      case ALERT_BEFORE_RESPONSE:
      case CERTIFICATE_UNTRUSTED:
        return SessionFate.DROPPED;
      default:
        return SessionFate.KEPT;
    }
  }

  Scenario scenario() {
    return scenario;
  }

  /** How a call through Reprise must end. */
  public Ending ending() {
    return ending;
  }

  /** For what a call through Reprise may be held. */
  public Hold hold() {
    return hold;
  }

  /** What a failed call may say of its request, as names of RequestProgress. */
  public List<String> progress() {
    return progress;
  }
}
