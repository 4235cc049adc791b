package dev.reprise.subject.faults;

import static dev.reprise.subject.faults.FaultCase.Ending.EITHER;
import static dev.reprise.subject.faults.FaultCase.Ending.FAILURE;
import static dev.reprise.subject.faults.FaultCase.Ending.RESPONSE;
import static dev.reprise.subject.faults.FaultCase.Hold.CLOSE_WAIT;
import static dev.reprise.subject.faults.FaultCase.Hold.CONNECT_TIMEOUT;
import static dev.reprise.subject.faults.FaultCase.Hold.NOTHING;
import static dev.reprise.subject.faults.FaultCase.Hold.READ_TIMEOUT;
import static dev.reprise.subject.faults.FaultCase.Hold.UNTIL_RESCUED;
import static dev.reprise.subject.faults.FaultCase.Scenario.ABORT;
import static dev.reprise.subject.faults.FaultCase.Scenario.EXCHANGE;
import static dev.reprise.subject.faults.FaultCase.Scenario.LARGE_REQUEST;
import static dev.reprise.subject.faults.FaultCase.Scenario.LARGE_REQUEST_ABORT;
import static dev.reprise.subject.faults.FaultCase.Scenario.POOLED;
import static dev.reprise.subject.faults.FaultCase.Scenario.UNREAD;

import dev.reprise.testkit.Fault;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A row of the table: a fault of the server or the network and what the caller does, and what a
 * caller of Reprise is promised then: how the call ends, for what it may be held, and what it is
 * told of its request. Named as its fault, unless the caller has a part in it.
 */
public enum FaultCase {
  NONE(RESPONSE, NOTHING),

  CLOSE_WITHOUT_CLOSE_NOTIFY(RESPONSE, NOTHING),
  HOLD_OPEN(RESPONSE, CLOSE_WAIT),
  FREEZE_AFTER_RESPONSE(RESPONSE, CLOSE_WAIT),
  RESET_AFTER_RESPONSE(EITHER, NOTHING, "ANSWERED"),
  DATA_AFTER_RESPONSE(RESPONSE, NOTHING),
  FLOOD_AFTER_RESPONSE(RESPONSE, NOTHING),
  TRICKLE_AFTER_RESPONSE(RESPONSE, CLOSE_WAIT),
  UNREAD_RESPONSE(
      Fault.LARGE_RESPONSE,
      "a 10 MB response left unread by the caller",
      UNREAD,
      RESPONSE,
      NOTHING),

  CONNECT_STALL(FAILURE, CONNECT_TIMEOUT, "NOT_SENT"),
  FREEZE_HANDSHAKE(FAILURE, CONNECT_TIMEOUT, "NOT_SENT"),
  TRICKLE_HANDSHAKE(FAILURE, UNTIL_RESCUED, "NOT_SENT"),
  RESET_IN_HANDSHAKE(FAILURE, NOTHING, "NOT_SENT"),
  CLOSE_IN_HANDSHAKE(FAILURE, NOTHING, "NOT_SENT"),
  ALERT_IN_HANDSHAKE(FAILURE, NOTHING, "NOT_SENT"),
  GARBAGE(FAILURE, NOTHING, "NOT_SENT"),

  STALL(FAILURE, READ_TIMEOUT, "SENT"),
  FREEZE_BEFORE_RESPONSE(FAILURE, READ_TIMEOUT, "SENT"),
  FREEZE_POOLED(
      Fault.FREEZE_POOLED, Fault.FREEZE_POOLED.words(), POOLED, FAILURE, READ_TIMEOUT, "SENT"),
  RESET_BEFORE_RESPONSE(FAILURE, NOTHING, "SENT"),
  CLOSE_BEFORE_RESPONSE(FAILURE, NOTHING, "SENT"),
  ALERT_BEFORE_RESPONSE(FAILURE, NOTHING, "SENT"),
  STOP_READING(
      Fault.STOP_READING,
      Fault.STOP_READING.words(),
      LARGE_REQUEST,
      FAILURE,
      UNTIL_RESCUED,
      "PARTLY_SENT"),

  RESET_AMID_BODY(FAILURE, NOTHING, "ANSWERED"),
  FREEZE_AMID_BODY(FAILURE, READ_TIMEOUT, "ANSWERED"),
  TRUNCATE_LENGTH(FAILURE, NOTHING, "ANSWERED"),
  TRUNCATE_LENGTH_NO_NOTIFY(FAILURE, NOTHING, "ANSWERED"),
  TRUNCATE_CHUNKED(FAILURE, NOTHING, "ANSWERED"),
  TRUNCATE_CHUNKED_NO_NOTIFY(FAILURE, NOTHING, "ANSWERED"),
  CLOSE_DELIMITED(RESPONSE, NOTHING),
  TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY(FAILURE, NOTHING, "ANSWERED"),

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

  CERTIFICATE_CHANGED(RESPONSE, NOTHING),
  CERTIFICATE_UNTRUSTED(FAILURE, NOTHING, "NOT_SENT"),
  TICKETS_FORGOTTEN(RESPONSE, NOTHING);

  /** How a call ends; either where what is on the wire leaves both open. */
  public enum Ending {
    RESPONSE,
    FAILURE,
    EITHER
  }

  /** What a caller may be held for beyond what the exchange itself needs. */
  public enum Hold {
    NOTHING,
    CLOSE_WAIT,
    READ_TIMEOUT,
    CONNECT_TIMEOUT,
    /** No timeout of Java or HttpClient ends it: the call is aborted after a while. */
    UNTIL_RESCUED
  }

  /** What the caller does while the fault happens. */
  enum Scenario {
    EXCHANGE,
    /** Closes the response without reading it. */
    UNREAD,
    /** Calls with a request larger than any buffer on the way. */
    LARGE_REQUEST,
    /** Calls twice over a kept-alive connection; the second call meets the fault. */
    POOLED,
    /** Another thread aborts. */
    ABORT,
    LARGE_REQUEST_ABORT;

    boolean aborts() {
      return this == ABORT || this == LARGE_REQUEST_ABORT;
    }

    boolean sendsMuch() {
      return this == LARGE_REQUEST || this == LARGE_REQUEST_ABORT;
    }
  }

  /** TLS 1.3: the ticket was offered, and no new one was read. */
  private static final Set<FaultCase> TICKET_SPENT =
      EnumSet.of(
          FREEZE_HANDSHAKE,
          TRICKLE_HANDSHAKE,
          RESET_IN_HANDSHAKE,
          ABORT_HANDSHAKE,
          STOP_READING,
          ABORT_REQUEST);

  /** TLS failed, perhaps because of the session: it is not offered again. */
  private static final Set<FaultCase> DROPPED =
      EnumSet.of(
          CLOSE_IN_HANDSHAKE,
          ALERT_IN_HANDSHAKE,
          GARBAGE,
          ALERT_BEFORE_RESPONSE,
          CERTIFICATE_UNTRUSTED);

  /** JDK 11 loses a session where a reset, or another thread's close, is met in a read. */
  private static final Set<FaultCase> BROKEN_READ =
      EnumSet.of(RESET_BEFORE_RESPONSE, RESET_AMID_BODY, ABORT_RESPONSE, ABORT_BODY);

  final Fault fault;
  final Scenario scenario;
  public final String words;
  public final Ending ending;
  public final Hold hold;

  /** What a failed call may say of its request, as names of RequestProgress. */
  public final List<String> progress;

  FaultCase(Ending ending, Hold hold, String... progress) {
    this(null, null, EXCHANGE, ending, hold, progress);
  }

  FaultCase(
      Fault fault, String words, Scenario scenario, Ending ending, Hold hold, String... progress) {
    this.fault = fault == null ? Fault.valueOf(name()) : fault;
    this.words = words == null ? this.fault.words() : words;
    this.scenario = scenario;
    this.ending = ending;
    this.hold = hold;
    this.progress = List.of(progress);
  }

  /** The name on command lines and in tables, such as {@code hold-open}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  public static FaultCase labelled(String label) {
    return Arrays.stream(values()).filter(f -> f.label().equals(label)).findFirst().orElseThrow();
  }

  public boolean mustResume(String protocol, String jdk) {
    return !DROPPED.contains(this)
        && (!TICKET_SPENT.contains(this) || protocol.equals("TLSv1.2"))
        && (!BROKEN_READ.contains(this) || Runtime.Version.parse(jdk).feature() >= 17);
  }
}
