package dev.reprise.tls;

import dev.reprise.tls.internal.provider.SessionIds;
import java.util.Collections;
import java.util.Enumeration;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;

/**
 * The sessions of all lanes of a {@link ResumingSslContext}, to be seen, invalidated and given
 * another timeout. How many there may be is bounded by the settings' lanes and peers.
 */
final class LaneSessions implements SSLSessionContext {

  private final Supplier<ContextState> states;

  LaneSessions(Supplier<ContextState> states) {
    this.states = states;
  }

  @Override
  public SSLSession getSession(byte[] id) {
    return states
        .get()
        .sessions()
        .map(sessions -> sessions.getSession(id))
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(null);
  }

  @Override
  public Enumeration<byte[]> getIds() {
    return Collections.enumeration(
        states
            .get()
            .sessions()
            .flatMap(sessions -> SessionIds.of(sessions).stream())
            .collect(Collectors.toList()));
  }

  @Override
  public void setSessionTimeout(int seconds) {
    if (seconds < 0) {
      throw new IllegalArgumentException("seconds: " + seconds + " is less than 0");
    }
    states.get().sessionTimeout(seconds);
  }

  @Override
  public int getSessionTimeout() {
    return states.get().sessionTimeout();
  }

  /** Changes nothing: a lane holds as many sessions as it can offer. */
  @Override
  public void setSessionCacheSize(int size) {
    if (size < 0) {
      throw new IllegalArgumentException("size: " + size + " is less than 0");
    }
  }

  @Override
  public int getSessionCacheSize() {
    TlsSettings settings = states.get().settings;
    return settings.maxLanesPerPeer() * settings.maxPeers();
  }
}
