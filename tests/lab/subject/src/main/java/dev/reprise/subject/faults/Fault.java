package dev.reprise.subject.faults;

import static dev.reprise.subject.faults.Ending.EITHER;
import static dev.reprise.subject.faults.Ending.FAILURE;
import static dev.reprise.subject.faults.Ending.RESPONSE;
import static dev.reprise.subject.faults.Hold.CLOSE_WAIT;
import static dev.reprise.subject.faults.Hold.CONNECT_TIMEOUT;
import static dev.reprise.subject.faults.Hold.LONG_READ_TIMEOUT;
import static dev.reprise.subject.faults.Hold.NOTHING;
import static dev.reprise.subject.faults.Hold.READ_TIMEOUT;
import static dev.reprise.subject.faults.Hold.UNTIL_RESCUED;
import static dev.reprise.subject.faults.Scenario.ABORT;
import static dev.reprise.subject.faults.Scenario.CLOCK_STEP;
import static dev.reprise.subject.faults.Scenario.EXCHANGE;
import static dev.reprise.subject.faults.Scenario.LARGE_REQUEST;
import static dev.reprise.subject.faults.Scenario.LARGE_REQUEST_ABORT;
import static dev.reprise.subject.faults.Scenario.POOLED;
import static dev.reprise.subject.faults.Scenario.UNREAD;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * What goes wrong, and what a caller of Reprise is promised then: how the call ends, for what it
 * may be held, and what it is told of its request.
 */
public enum Fault {
  NONE("nothing: an orderly close", EXCHANGE, RESPONSE, NOTHING),

  CLOSE_WITHOUT_CLOSE_NOTIFY(
      "TCP close without close_notify after the response", EXCHANGE, RESPONSE, NOTHING),
  HOLD_OPEN(
      "connection held open after the response until the client closes",
      EXCHANGE,
      RESPONSE,
      CLOSE_WAIT),
  FREEZE_AFTER_RESPONSE(
      "half-open TCP: the peer is gone without a word after the response",
      EXCHANGE,
      RESPONSE,
      CLOSE_WAIT),
  RESET_AFTER_RESPONSE("TCP reset after the response", EXCHANGE, EITHER, NOTHING, "ANSWERED"),
  DATA_AFTER_RESPONSE("a few bytes more than the response", EXCHANGE, RESPONSE, NOTHING),
  FLOOD_AFTER_RESPONSE("200 kB more than the response", EXCHANGE, RESPONSE, NOTHING),
  TRICKLE_AFTER_RESPONSE(
      "a record after the response that never ends, byte by byte", EXCHANGE, RESPONSE, CLOSE_WAIT),
  UNREAD_RESPONSE("a 10 MB response left unread by the caller", UNREAD, RESPONSE, NOTHING),

  CONNECT_STALL("TCP connect is never answered", EXCHANGE, FAILURE, CONNECT_TIMEOUT, "NOT_SENT"),
  STALL_HANDSHAKE("handshake is never answered", EXCHANGE, FAILURE, CONNECT_TIMEOUT, "NOT_SENT"),
  TRICKLE_HANDSHAKE(
      "handshake never ends: a server flight byte by byte",
      EXCHANGE,
      FAILURE,
      UNTIL_RESCUED,
      "NOT_SENT"),
  RESET_IN_HANDSHAKE("TCP reset after ClientHello", EXCHANGE, FAILURE, NOTHING, "NOT_SENT"),
  CLOSE_IN_HANDSHAKE("TCP close after ClientHello", EXCHANGE, FAILURE, NOTHING, "NOT_SENT"),
  ALERT_IN_HANDSHAKE(
      "fatal alert handshake_failure after ClientHello", EXCHANGE, FAILURE, NOTHING, "NOT_SENT"),
  GARBAGE("bytes that are no TLS", EXCHANGE, FAILURE, NOTHING, "NOT_SENT"),

  STALL("no response", EXCHANGE, FAILURE, READ_TIMEOUT, "SENT"),
  FREEZE_BEFORE_RESPONSE(
      "half-open TCP: the peer is gone without a word after the request",
      EXCHANGE,
      FAILURE,
      READ_TIMEOUT,
      "SENT"),
  FREEZE_POOLED(
      "half-open TCP: a kept-alive connection whose peer is gone",
      POOLED,
      FAILURE,
      READ_TIMEOUT,
      "SENT"),
  RESET_BEFORE_RESPONSE("TCP reset instead of a response", EXCHANGE, FAILURE, NOTHING, "SENT"),
  CLOSE_BEFORE_RESPONSE("close_notify instead of a response", EXCHANGE, FAILURE, NOTHING, "SENT"),
  ALERT_BEFORE_RESPONSE(
      "fatal alert bad_record_mac instead of a response", EXCHANGE, FAILURE, NOTHING, "SENT"),
  STOP_READING(
      "peer stops reading a large request", LARGE_REQUEST, FAILURE, UNTIL_RESCUED, "PARTLY_SENT"),

  RESET_AMID_BODY("TCP reset amid the body", EXCHANGE, FAILURE, NOTHING, "ANSWERED"),
  STALL_AMID_BODY("body stalls", EXCHANGE, FAILURE, READ_TIMEOUT, "ANSWERED"),
  TRUNCATE_LENGTH(
      "Content-Length body cut off, with close_notify", EXCHANGE, FAILURE, NOTHING, "ANSWERED"),
  TRUNCATE_LENGTH_NO_NOTIFY(
      "Content-Length body cut off, without close_notify", EXCHANGE, FAILURE, NOTHING, "ANSWERED"),
  TRUNCATE_CHUNKED(
      "chunked body cut off, with close_notify", EXCHANGE, FAILURE, NOTHING, "ANSWERED"),
  TRUNCATE_CHUNKED_NO_NOTIFY(
      "chunked body cut off, without close_notify", EXCHANGE, FAILURE, NOTHING, "ANSWERED"),
  TRUNCATE_CLOSE_DELIMITED(
      "close-delimited body ended by close_notify: complete, as far as anybody can tell",
      EXCHANGE,
      RESPONSE,
      NOTHING),
  TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY(
      "close-delimited body ended without close_notify", EXCHANGE, FAILURE, NOTHING, "ANSWERED"),

  ABORT_CONNECT("abort() while TCP connects", ABORT, FAILURE, NOTHING, "NOT_SENT"),
  ABORT_HANDSHAKE("abort() in the handshake", ABORT, FAILURE, NOTHING, "NOT_SENT"),
  ABORT_REQUEST(
      "abort() while a large request is written",
      LARGE_REQUEST_ABORT,
      FAILURE,
      NOTHING,
      "PARTLY_SENT"),
  ABORT_RESPONSE("abort() while the response is awaited", ABORT, FAILURE, NOTHING, "SENT"),
  ABORT_BODY("abort() amid the body", ABORT, FAILURE, NOTHING, "ANSWERED"),

  CERTIFICATE_CHANGED("another certificate of the same CA", EXCHANGE, RESPONSE, NOTHING),
  CERTIFICATE_UNTRUSTED(
      "another certificate, of an unknown CA", EXCHANGE, FAILURE, NOTHING, "NOT_SENT"),
  TICKETS_FORGOTTEN("server restart that forgets all sessions", EXCHANGE, RESPONSE, NOTHING),
  CLOCK_FORWARD(
      "wall clock steps 1 h forward while a response is awaited",
      CLOCK_STEP,
      FAILURE,
      LONG_READ_TIMEOUT,
      "SENT"),
  CLOCK_BACK(
      "wall clock steps 1 h back while a response is awaited",
      CLOCK_STEP,
      FAILURE,
      LONG_READ_TIMEOUT,
      "SENT");

  private final String words;
  private final Scenario scenario;
  private final Ending ending;
  private final Hold hold;
  private final List<String> progress;

  Fault(String words, Scenario scenario, Ending ending, Hold hold, String... progress) {
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

  /** The fault with this label, or null. */
  public static Fault labelled(String label) {
    return Arrays.stream(values()).filter(f -> f.label().equals(label)).findFirst().orElse(null);
  }

  /** What happens, in words. */
  public String words() {
    return words;
  }

  /** What becomes of the session. */
  public SessionFate session() {
    switch (this) {
      case STALL_HANDSHAKE:
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

  /** Whether the wall clock of the client has to be moved for it. */
  public boolean movesClock() {
    return scenario == CLOCK_STEP;
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
