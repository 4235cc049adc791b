package dev.reprise.testkit;

import java.util.Arrays;
import java.util.Locale;

/**
 * What a server or the network does wrong, one word for each, as it is seen on the wire. The same
 * words name the faults of the test kit, of the demo server and of the experiments.
 *
 * <p>Apart from the fault itself all is as it should be: the handshake is completed, the request is
 * read, the answer is sent and announces {@code Connection: close}, close_notify follows, and the
 * server waits until the client has closed too. <em>Stalled</em> is a server that is silent but
 * notices that the client goes; <em>frozen</em> is one that is gone without a word: it neither
 * reads nor writes nor closes.
 */
public enum Fault {
  /** The response, close_notify, TCP close. */
  NONE("nothing: an orderly close"),

  /** The response says keep-alive, and the connection serves more requests. No fault either. */
  KEEP_ALIVE("no fault either: the connection is kept and serves more requests"),

  /** A body without a length, ended by close_notify: complete, as far as anybody can tell. */
  CLOSE_DELIMITED(
      "close-delimited body ended by close_notify: complete, as far as anybody can tell"),

  /** A body of 10 MB in the place of the answer's. */
  LARGE_RESPONSE("a 10 MB response"),

  // After the response.

  /** The response, then TCP close without close_notify. */
  CLOSE_WITHOUT_CLOSE_NOTIFY("TCP close without close_notify after the response"),

  /** The response, then nothing until the client closes. */
  HOLD_OPEN("connection held open after the response until the client closes"),

  /** The response, then nothing, whatever the client does: frozen. */
  FREEZE_AFTER_RESPONSE("half-open TCP: the peer is gone without a word after the response"),

  /** The response, then RST. */
  RESET_AFTER_RESPONSE("TCP reset after the response"),

  /** A few bytes more than the response, then an orderly close. */
  DATA_AFTER_RESPONSE("a few bytes more than the response"),

  /** 200 kB more than the response, then an orderly close. */
  FLOOD_AFTER_RESPONSE("200 kB more than the response"),

  /** After the response a TLS record that arrives byte by byte and never ends. */
  TRICKLE_AFTER_RESPONSE("a record after the response that never ends, byte by byte"),

  // Connecting.

  /** TCP connect is never answered: the port's queue of connections is full. */
  CONNECT_STALL("TCP connect is never answered"),

  /** Nothing answers the ClientHello, until the client closes. */
  STALL_HANDSHAKE("handshake is not answered; the peer reads on"),

  /** The ClientHello is read and never answered: frozen. */
  FREEZE_HANDSHAKE("handshake is never answered"),

  /** The ClientHello is answered with a TLS record that arrives byte by byte and never ends. */
  TRICKLE_HANDSHAKE("handshake never ends: a server flight byte by byte"),

  /** The ClientHello is read, then RST. */
  RESET_IN_HANDSHAKE("TCP reset after ClientHello"),

  /** The ClientHello is read, then TCP close. */
  CLOSE_IN_HANDSHAKE("TCP close after ClientHello"),

  /** The ClientHello is answered with the fatal alert handshake_failure. */
  ALERT_IN_HANDSHAKE("fatal alert handshake_failure after ClientHello"),

  /** Bytes that are no TLS record stand in the place of the ServerHello. */
  GARBAGE("bytes that are no TLS"),

  /** The handshake, then an orderly close; no request is read. */
  CLOSE_AFTER_HANDSHAKE("close_notify right after the handshake"),

  // The certificate and the sessions.

  /** Another certificate of the same authority from now on, and no session is known any more. */
  CERTIFICATE_CHANGED("another certificate of the same CA"),

  /** A certificate of an authority that nobody knows. */
  CERTIFICATE_UNTRUSTED("another certificate, of an unknown CA"),

  /** A certificate that was valid until yesterday. */
  CERTIFICATE_EXPIRED("a certificate that was valid until yesterday"),

  /** A certificate for another host, {@code wrong-name.invalid}. */
  CERTIFICATE_OF_OTHER_HOST("a certificate for another host"),

  /** No session is known any more, as after a restart; then no fault. */
  TICKETS_FORGOTTEN("server restart that forgets all sessions"),

  // The request.

  /** The head of the request is read, and nothing of its body: frozen. */
  STOP_READING("peer stops reading a large request"),

  /** The answer is sent when the head of the request has been read, and its body read later. */
  EARLY_RESPONSE("the response before the body of the request is read"),

  // Instead of the response.

  /** No response, until the client closes. */
  STALL("no response"),

  /** No response, whatever the client does: frozen. */
  FREEZE_BEFORE_RESPONSE("half-open TCP: the peer is gone without a word after the request"),

  /** The first response says keep-alive, and the second request is not answered: frozen. */
  FREEZE_POOLED("half-open TCP: a kept-alive connection whose peer is gone"),

  /** RST instead of a response. */
  RESET_BEFORE_RESPONSE("TCP reset instead of a response"),

  /** close_notify and TCP close instead of a response. */
  CLOSE_BEFORE_RESPONSE("close_notify instead of a response"),

  /** The fatal alert bad_record_mac instead of a response. */
  ALERT_BEFORE_RESPONSE("fatal alert bad_record_mac instead of a response"),

  /** A record that is none of this connection, an alert in clear, instead of a response. */
  BAD_RECORD_BEFORE_RESPONSE("a record that TLS cannot read instead of a response"),

  /** Bytes within TLS that are no HTTP, then an orderly close. */
  GARBAGE_RESPONSE("bytes that are no HTTP instead of a response"),

  /** A response 103 (Early Hints), then an orderly close. */
  CLOSE_AFTER_INTERIM("an interim response, then close_notify"),

  // Amid the response.

  /** The response in four parts, each a moment after the other. */
  SLOW_RESPONSE("a response in four parts"),

  /** Part of the head, then an orderly close. */
  TRUNCATE_HEAD("head of the response cut off, with close_notify"),

  /** Half of the body, then RST. */
  RESET_AMID_BODY("TCP reset amid the body"),

  /** Half of the body, then nothing until the client closes. */
  STALL_AMID_BODY("body stalls"),

  /** Half of the body, then nothing, whatever the client does: frozen. */
  FREEZE_AMID_BODY("half-open TCP: the peer is gone without a word amid the body"),

  /** Half of the body in the framing that the response has, then an orderly close. */
  CLOSE_AMID_BODY("body cut off, with close_notify"),

  /** Half of the body that Content-Length promises, then an orderly close. */
  TRUNCATE_LENGTH("Content-Length body cut off, with close_notify"),

  /** Half of the body that Content-Length promises, then TCP close without close_notify. */
  TRUNCATE_LENGTH_NO_NOTIFY("Content-Length body cut off, without close_notify"),

  /** Chunks without the last one, then an orderly close. */
  TRUNCATE_CHUNKED("chunked body cut off, with close_notify"),

  /** Chunks without the last one, then TCP close without close_notify. */
  TRUNCATE_CHUNKED_NO_NOTIFY("chunked body cut off, without close_notify"),

  /** Half of a body that only the end of the connection delimits: TCP close, no close_notify. */
  TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY("close-delimited body ended without close_notify");

  private final String words;

  Fault(String words) {
    this.words = words;
  }

  /** The name in options, headers, paths and tables, such as {@code hold-open}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The fault with this label, or null. */
  public static Fault labelled(String label) {
    return Arrays.stream(values()).filter(f -> f.label().equals(label)).findFirst().orElse(null);
  }

  /** What happens, in a few words. */
  public String words() {
    return words;
  }
}
