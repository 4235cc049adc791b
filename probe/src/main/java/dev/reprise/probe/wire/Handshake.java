package dev.reprise.probe.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The hellos of a connection, and what else can be seen of its handshake. Immutable. */
public final class Handshake {

  private final Hello clientHello;
  private final Hello serverHello;
  private final List<Message> fromServer;

  /** Reads a handshake that is complete, so that there is a hello of each side. */
  public Handshake(RecordingSocket recording) {
    clientHello = hellos(clear(recording, true), Message.CLIENT_HELLO).get(0);
    fromServer = clear(recording, false);
    List<Hello> byServer = hellos(fromServer, Message.SERVER_HELLO);
    serverHello = byServer.get(byServer.size() - 1);
  }

  private static List<Hello> hellos(List<Message> messages, int type) {
    return messages.stream()
        .filter(message -> message.type == type)
        .flatMap(message -> Hello.of(message).stream())
        .collect(Collectors.toList());
  }

  /**
   * The messages that are sent in the clear. In TLS 1.2, records after a ChangeCipherSpec are
   * encrypted. In TLS 1.3 that message means nothing, and encrypted records have another type.
   */
  private static List<Message> clear(RecordingSocket recording, boolean byClient) {
    ByteArrayOutputStream handshake = new ByteArrayOutputStream();
    boolean changed = false;
    for (Message record : Message.records(recording.bytes(byClient))) {
      changed |= record.type == Message.CHANGE_CIPHER_SPEC;
      if (record.type == Message.HANDSHAKE && (!changed || isHello(record.body))) {
        handshake.writeBytes(record.body);
      }
    }
    return Message.handshake(handshake.toByteArray());
  }

  /** Recognised by type and length, which an encrypted record has only by chance. */
  private static boolean isHello(byte[] payload) {
    return payload.length > 40
        && (payload[0] == Message.CLIENT_HELLO || payload[0] == Message.SERVER_HELLO)
        && payload[1] == 0
        && payload.length - 4 == ((payload[2] & 0xff) << 8 | payload[3] & 0xff);
  }

  private Stream<byte[]> bodies(int type) {
    return fromServer.stream().filter(message -> message.type == type).map(message -> message.body);
  }

  /** Only then a server may send that extension (RFC 8446 section 4.2.1). */
  private boolean isTls13() {
    return serverHello.has(Hello.SUPPORTED_VERSIONS);
  }

  /** Whether the client had a session or ticket to offer. */
  public boolean isSessionOffered() {
    return clientHello.has(Hello.PRE_SHARED_KEY)
        || clientHello.extension(Hello.SESSION_TICKET).length > 0
        || (!isTls13() && isResumed());
  }

  /** Whether the server resumed that session. */
  public boolean isResumed() {
    return isTls13()
        ? serverHello.has(Hello.PRE_SHARED_KEY)
        : bodies(Message.CERTIFICATE).findAny().isEmpty();
  }

  /** Whether a TLS 1.2 server named a session by which it can be resumed. */
  public boolean isSessionIdGiven() {
    return serverHello.sessionId.length > 0;
  }

  /** Whether the client announced that it takes tickets in TLS 1.2. JSSE does not before JDK 13. */
  public boolean areTicketsTaken() {
    return clientHello.has(Hello.SESSION_TICKET);
  }

  public boolean hasExtendedMasterSecret() {
    return serverHello.has(Hello.EXTENDED_MASTER_SECRET);
  }

  /**
   * For how many seconds each ticket of TLS 1.2 is valid, 0 if the server does not say. Those of
   * TLS 1.3 are encrypted.
   */
  public List<Long> ticketLifetimes() {
    // One of length 0 takes the promise back (RFC 5077 section 3.3).
    return bodies(Message.NEW_SESSION_TICKET)
        .filter(body -> body.length > 6)
        .map(body -> ByteBuffer.wrap(body).getInt() & 0xffff_ffffL)
        .collect(Collectors.toList());
  }
}
