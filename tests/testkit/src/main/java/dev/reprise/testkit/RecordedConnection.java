package dev.reprise.testkit;

import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;

/** The records of one connection through a {@link RecordingProxy}, as they were sent. */
public final class RecordedConnection {

  private static final int TLS_1_3 = 0x0304;

  private final List<TlsRecord> fromClient = new CopyOnWriteArrayList<>();
  private final List<TlsRecord> fromServer = new CopyOnWriteArrayList<>();
  private volatile boolean ended;

  void sent(TlsRecord record, boolean byClient) {
    (byClient ? fromClient : fromServer).add(record);
  }

  void end() {
    ended = true;
  }

  public List<TlsRecord> fromClient() {
    return fromClient;
  }

  public List<TlsRecord> fromServer() {
    return fromServer;
  }

  public boolean hasEnded() {
    return ended;
  }

  /** The first ClientHello, which JSSE sends in a record of its own. */
  public Optional<Hello> clientHello() {
    return fromClient.stream()
        .filter(record -> record.isHandshake(Hello.CLIENT_HELLO))
        .findFirst()
        .map(record -> Hello.of(record.payload()));
  }

  /** What the client offers to resume, in any version. */
  public Set<ByteBuffer> offeredSessions() {
    Hello hello = clientHello().orElseThrow();
    Set<ByteBuffer> sessions = new HashSet<>(hello.pskIdentities());
    sessions.add(ByteBuffer.wrap(hello.extension(Hello.SESSION_TICKET)));
    if (!hello.supportedVersions().contains(TLS_1_3)) {
      // A session id of TLS 1.3 is made up.
      sessions.add(ByteBuffer.wrap(hello.sessionId()));
    }
    sessions.removeIf(session -> !session.hasRemaining());
    return sessions;
  }

  @Override
  public String toString() {
    return "client " + fromClient + ", server " + fromServer;
  }
}
