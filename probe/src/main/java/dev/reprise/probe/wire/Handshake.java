package dev.reprise.probe.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The hellos of a connection, and what else of its handshake can be seen. Immutable. */
public final class Handshake {

  /** RFC 8422 section 5.4. */
  private static final int NAMED_CURVE = 3;

  private static final int FATAL = 2;

  private final List<Hello> clientHellos = new ArrayList<>();
  private final List<Hello> serverHellos = new ArrayList<>();
  private final List<Message> fromServer = new ArrayList<>();

  private Handshake(Recording recording) {
    for (Message message : clear(recording, true)) {
      if (message.type == Message.CLIENT_HELLO) {
        Hello.of(message).ifPresent(clientHellos::add);
      }
    }
    for (Message message : clear(recording, false)) {
      fromServer.add(message);
      if (message.type == Message.SERVER_HELLO) {
        Hello.of(message).ifPresent(serverHellos::add);
      }
    }
  }

  /** Reads it off a recording; empty if there is no ServerHello in it. */
  public static Optional<Handshake> of(Recording recording) {
    Handshake handshake = new Handshake(recording);
    return handshake.isComplete() ? Optional.of(handshake) : Optional.empty();
  }

  private boolean isComplete() {
    return !clientHellos.isEmpty()
        && serverHellos.stream().anyMatch(hello -> !hello.isHelloRetryRequest());
  }

  /**
   * The messages that are sent in the clear. In TLS 1.2, records after a ChangeCipherSpec are
   * encrypted. In TLS 1.3 that message means nothing, and encrypted records have another type.
   */
  private static List<Message> clear(Recording recording, boolean byClient) {
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

  private Hello firstClientHello() {
    return clientHellos.get(0);
  }

  private Hello serverHello() {
    return serverHellos.stream().filter(hello -> !hello.isHelloRetryRequest()).findFirst().get();
  }

  private boolean isTls13() {
    return serverHello().version() >= Hello.TLS13;
  }

  /** Whether the server answered with a HelloRetryRequest, which costs a round trip. */
  public boolean isRetried() {
    return serverHellos.stream().anyMatch(Hello::isHelloRetryRequest);
  }

  /** The groups that the client sent keys for at first, by name. */
  public List<String> offeredGroups() {
    return firstClientHello().groups();
  }

  /** The group of the key exchange, by name; empty if there was none. */
  public Optional<String> group() {
    List<String> groups = serverHello().groups();
    if (!groups.isEmpty()) {
      return Optional.of(groups.get(0));
    }
    return fromServer.stream()
        .filter(message -> message.type == Message.SERVER_KEY_EXCHANGE)
        .map(message -> message.body)
        .filter(body -> body.length > 3 && body[0] == NAMED_CURVE)
        .map(body -> Groups.name((body[1] & 0xff) << 8 | body[2] & 0xff))
        .findFirst();
  }

  /** Whether the client had a session or ticket to offer. */
  public boolean isSessionOffered() {
    Hello hello = firstClientHello();
    return hello.has(Hello.PRE_SHARED_KEY)
        || hello.extension(Hello.SESSION_TICKET).length > 0
        || (!hello.has(Hello.SUPPORTED_VERSIONS) && hello.sessionId.length > 0)
        || (!isTls13() && isResumed());
  }

  /** Whether the server resumed it. */
  public boolean isResumed() {
    return isTls13()
        ? serverHello().has(Hello.PRE_SHARED_KEY)
        : fromServer.stream().noneMatch(message -> message.type == Message.CERTIFICATE);
  }

  /** Whether a TLS 1.2 server named a session by which it can be resumed. */
  public boolean isSessionIdGiven() {
    return !isTls13() && serverHello().sessionId.length > 0;
  }

  /** Whether the client announced that it takes tickets in TLS 1.2. Before JDK 13 it does not. */
  public boolean areTicketsTaken() {
    return firstClientHello().has(Hello.SESSION_TICKET);
  }

  /** Whether Extended Master Secret was agreed on. TLS 1.3 always has its effect. */
  public boolean hasExtendedMasterSecret() {
    return isTls13() || serverHello().has(Hello.EXTENDED_MASTER_SECRET);
  }

  /**
   * For how many seconds each ticket of TLS 1.2 is valid, 0 if the server does not say. Those of
   * TLS 1.3 are encrypted.
   */
  public List<Long> ticketLifetimes() {
    List<Long> lifetimes = new ArrayList<>();
    for (Message message : fromServer) {
      byte[] body = message.body;
      // One of length 0 takes the promise back (RFC 5077 section 3.3).
      if (message.type == Message.NEW_SESSION_TICKET && body.length > 6) {
        lifetimes.add(ByteBuffer.wrap(body).getInt() & 0xffff_ffffL);
      }
    }
    return lifetimes;
  }

  /** The number of the fatal alert that a server sent before it began to encrypt. */
  public static Optional<Integer> fatalAlert(Recording recording) {
    for (Message record : Message.records(recording.bytes(false))) {
      byte[] payload = record.body;
      if (record.type == Message.ALERT && payload.length == 2 && payload[0] == FATAL) {
        return Optional.of(payload[1] & 0xff);
      }
    }
    return Optional.empty();
  }
}
