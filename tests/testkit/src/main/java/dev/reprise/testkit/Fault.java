package dev.reprise.testkit;

import java.util.Arrays;
import java.util.Locale;

/**
 * A fault of a server or the network, as it is seen on the wire. The test kit, the demo server and
 * the experiments use the same words. {@link #words} says what happens.
 *
 * <p>Apart from the fault everything is in order. The handshake completes, the request is read, and
 * the answer announces {@code Connection: close}. close_notify follows, and the server waits until
 * the client has closed too. A <em>stalled</em> server is silent but notices that the client
 * leaves. A <em>frozen</em> server neither reads nor writes nor closes, as if it had vanished.
 *
 * @since 0.1.0
 */
public enum Fault {

  /** The response, close_notify, TCP close. */
  NONE("nothing: an orderly close"),

  KEEP_ALIVE("no fault either: the connection is kept and serves more requests"),
  CLOSE_DELIMITED(
      "close-delimited body ended by close_notify: complete, as far as anybody can tell"),
  LARGE_RESPONSE("a 10 MB response"),

  // After the response.

  CLOSE_WITHOUT_CLOSE_NOTIFY("TCP close without close_notify after the response"),
  HOLD_OPEN("connection held open after the response until the client closes"),
  FREEZE_AFTER_RESPONSE("half-open TCP: the peer is gone without a word after the response"),
  RESET_AFTER_RESPONSE("TCP reset after the response"),
  DATA_AFTER_RESPONSE("a few bytes more than the response"),
  FLOOD_AFTER_RESPONSE("200 kB more than the response"),
  TRICKLE_AFTER_RESPONSE("a record after the response that never ends, byte by byte"),

  // Connecting.

  /** TCP connect is never answered: the port's queue of connections is full. */
  CONNECT_STALL("TCP connect is never answered"),

  STALL_HANDSHAKE("handshake is not answered; the peer reads on"),

  /** The ClientHello is read and never answered: frozen. */
  FREEZE_HANDSHAKE("handshake is never answered"),

  TRICKLE_HANDSHAKE("handshake never ends: a server flight byte by byte"),
  RESET_IN_HANDSHAKE("TCP reset after ClientHello"),
  CLOSE_IN_HANDSHAKE("TCP close after ClientHello"),
  ALERT_IN_HANDSHAKE("fatal alert handshake_failure after ClientHello"),
  GARBAGE("bytes that are not TLS"),
  CLOSE_AFTER_HANDSHAKE("close_notify right after the handshake"),

  // The certificate and the sessions.

  /** Another certificate of the same authority from now on, and no session is known any more. */
  CERTIFICATE_CHANGED("another certificate of the same CA"),

  CERTIFICATE_UNTRUSTED("another certificate, of an unknown CA"),
  CERTIFICATE_EXPIRED("a certificate that was valid until yesterday"),

  /** A certificate for another host, {@code wrong-name.invalid}. */
  CERTIFICATE_OF_OTHER_HOST("a certificate for another host"),

  /** No session is known any more, as after a restart; then no fault. */
  TICKETS_FORGOTTEN("server restart that forgets all sessions"),

  // The request.

  /** The head of the request is read, and nothing of its body: frozen. */
  STOP_READING("peer stops reading a large request"),

  EARLY_RESPONSE("the response before the body of the request is read"),

  // Instead of the response.

  /** No response, until the client closes. */
  STALL("no response"),

  FREEZE_BEFORE_RESPONSE("half-open TCP: the peer is gone without a word after the request"),

  /** The first response says keep-alive, and the second request is not answered: frozen. */
  FREEZE_POOLED("half-open TCP: a kept-alive connection whose peer is gone"),

  RESET_BEFORE_RESPONSE("TCP reset instead of a response"),
  CLOSE_BEFORE_RESPONSE("close_notify instead of a response"),
  ALERT_BEFORE_RESPONSE("fatal alert bad_record_mac instead of a response"),
  BAD_RECORD_BEFORE_RESPONSE("a record that TLS cannot read instead of a response"),
  GARBAGE_RESPONSE("bytes that are not HTTP, instead of a response"),
  CLOSE_AFTER_INTERIM("an interim response, then close_notify"),

  // Amid the response.

  SLOW_RESPONSE("a response in four parts"),
  TRUNCATE_HEAD("head of the response cut off, with close_notify"),
  RESET_AMID_BODY("TCP reset amid the body"),

  /** Half of the body, then nothing until the client closes. */
  STALL_AMID_BODY("body stalls"),

  FREEZE_AMID_BODY("half-open TCP: the peer is gone without a word amid the body"),

  /** Half of the body in the framing that the response has, then an orderly close. */
  CLOSE_AMID_BODY("body cut off, with close_notify"),

  TRUNCATE_LENGTH("Content-Length body cut off, with close_notify"),
  TRUNCATE_LENGTH_NO_NOTIFY("Content-Length body cut off, without close_notify"),
  TRUNCATE_CHUNKED("chunked body cut off, with close_notify"),
  TRUNCATE_CHUNKED_NO_NOTIFY("chunked body cut off, without close_notify"),
  TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY("close-delimited body ended without close_notify");

  private final String words;

  Fault(String words) {
    this.words = words;
  }

  /** Returns the name in options, headers, paths and tables, such as {@code hold-open}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Returns the fault with this label, or null. */
  public static Fault labelled(String label) {
    return Arrays.stream(values()).filter(f -> f.label().equals(label)).findFirst().orElse(null);
  }

  /** Returns in a few words what happens. */
  public String words() {
    return words;
  }
}
