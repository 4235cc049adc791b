package dev.reprise.probe.wire;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** What a TLS 1.3 server sent under encryption on a connection of the probe's own. */
final class ServerStream13 {

  private static final int KEY_UPDATE = 24;
  private static final int MESSAGE_HASH = 254;

  private final List<Ticket> tickets = new ArrayList<>();
  private final List<Integer> alerts = new ArrayList<>();
  private boolean certificateRequest;
  private boolean complete = true;

  private ServerStream13() {}

  /** Each ticket, in the order in which they came. */
  List<Ticket> tickets() {
    return tickets;
  }

  /** The descriptions of alerts; 0 is close_notify. */
  List<Integer> alerts() {
    return alerts;
  }

  boolean hasCertificateRequest() {
    return certificateRequest;
  }

  /** Whether all could be read. */
  boolean isComplete() {
    return complete;
  }

  /**
   * Reads it; empty if the secrets are not known: a resumed session, a group or a provider whose
   * keys are not made from the random bytes in a known way.
   */
  static Optional<ServerStream13> read(
      Recording recording, Handshake handshake, RememberingRandom random) {
    Hello client = handshake.clientHello();
    Hello server = handshake.serverHello();
    Suite13 suite = Suite13.of(server.suite());
    if (suite == null || server.has(Hello.PRE_SHARED_KEY) || server.keyShares().isEmpty()) {
      return Optional.empty();
    }
    int group = server.groups().get(0);
    byte[] ours = client.keyShares().get(group);
    if (ours == null) {
      return Optional.empty();
    }
    try {
      Optional<byte[]> secret =
          SharedSecret.find(group, ours, server.keyShares().get(group), random.given());
      if (secret.isEmpty()) {
        return Optional.empty();
      }
      ServerStream13 stream = new ServerStream13();
      stream.read(recording, handshake, suite, secret.get());
      return Optional.of(stream);
    } catch (GeneralSecurityException e) {
      return Optional.empty();
    }
  }

  private void read(Recording recording, Handshake handshake, Suite13 suite, byte[] shared)
      throws GeneralSecurityException {
    MessageDigest transcript = suite.transcript();
    byte[] nothing = suite.transcript().digest();
    if (handshake.retryRequest().isPresent()) {
      byte[] first = suite.transcript().digest(handshake.firstClientHello().message.bytes);
      transcript.update(new byte[] {(byte) MESSAGE_HASH, 0, 0, (byte) first.length});
      transcript.update(first);
      transcript.update(handshake.retryRequest().get().message.bytes);
    }
    transcript.update(handshake.clientHello().message.bytes);
    transcript.update(handshake.serverHello().message.bytes);

    byte[] early = suite.extract(suite.zeros(), suite.zeros());
    byte[] handshakeSecret = suite.extract(suite.derive(early, "derived", nothing), shared);
    byte[] master = suite.extract(suite.derive(handshakeSecret, "derived", nothing), suite.zeros());
    Suite13.Opener opener =
        suite.opener(suite.derive(handshakeSecret, "s hs traffic", hash(transcript)));
    boolean finished = false;
    HandshakeMessage.Assembly messages = new HandshakeMessage.Assembly();
    for (TlsRecord record : TlsRecord.of(recording, false)) {
      if (record.type() != TlsRecord.APPLICATION_DATA) {
        continue;
      }
      byte[] content = opener.open(record);
      int type = content.length == 0 ? 0 : content[content.length - 1] & 0xff;
      byte[] inner = Arrays.copyOf(content, Math.max(0, content.length - 1));
      if (type == TlsRecord.ALERT && inner.length == 2) {
        alerts.add(inner[1] & 0xff);
      }
      if (type != TlsRecord.HANDSHAKE) {
        continue;
      }
      messages.add(inner);
      for (Optional<HandshakeMessage> next = messages.next();
          next.isPresent();
          next = messages.next()) {
        HandshakeMessage message = next.get();
        if (finished) {
          afterHandshake(message);
        } else {
          transcript.update(message.bytes);
          certificateRequest |= message.type() == HandshakeMessage.CERTIFICATE_REQUEST;
        }
        if (!finished && message.type() == HandshakeMessage.FINISHED) {
          finished = true;
          opener = suite.opener(suite.derive(master, "s ap traffic", hash(transcript)));
        }
      }
      if (!complete) {
        return;
      }
    }
  }

  private void afterHandshake(HandshakeMessage message) {
    if (message.type() == HandshakeMessage.NEW_SESSION_TICKET) {
      Ticket.ofTls13(message).ifPresent(tickets::add);
    } else if (message.type() == KEY_UPDATE) {
      // Records after it have other keys.
      complete = false;
    }
  }

  private static byte[] hash(MessageDigest transcript) throws GeneralSecurityException {
    try {
      return ((MessageDigest) transcript.clone()).digest();
    } catch (CloneNotSupportedException e) {
      throw new GeneralSecurityException(e);
    }
  }
}
