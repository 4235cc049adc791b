package dev.reprise.tls.internal.channel;

import dev.reprise.tls.internal.jdk.SameParameters;
import dev.reprise.tls.internal.provider.HostnameCheck;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * What a socket's user sets of TLS before the handshake. It is set on an engine that never has a
 * connection, which refuses what the provider does not know; and on that of the handshake, when
 * this is done.
 */
public final class SocketParameters {

  private final TlsState state;

  private volatile SSLEngine own;

  SocketParameters(TlsState state) {
    this.state = state;
  }

  /** To be asked, not to be changed. */
  public SSLEngine asked() {
    SSLEngine set = own;
    return set != null ? set : state.defaults();
  }

  public void set(Consumer<SSLEngine> setting) {
    SSLEngine set = own != null ? own : state.template();
    setting.accept(set);
    own = set;
  }

  /** Sets all at once; while hosts are verified, they go on being so. */
  public void set(SSLParameters parameters) {
    set(
        engine -> {
          engine.setSSLParameters(parameters);
          if (state.settings.hostnameVerification()) {
            // The caller's object stays as it is.
            SSLParameters all = engine.getSSLParameters();
            all.setEndpointIdentificationAlgorithm(HostnameCheck.HTTPS);
            engine.setSSLParameters(all);
          }
        });
  }

  /** Whether a connection has what the settings give it, set or not. */
  boolean isPlain() {
    SSLEngine set = own;
    return set == null
        || set.getEnableSessionCreation()
            && SameParameters.are(set.getSSLParameters(), state.defaults().getSSLParameters());
  }

  /** The parameters set, in an object of the caller's; null for none. */
  SSLParameters set() {
    SSLEngine set = own;
    return set == null ? null : set.getSSLParameters();
  }

  /** Configures an engine; unless {@code verified}, the provider is not told to verify the host. */
  void applyTo(SSLEngine engine, boolean verified) {
    engine.setUseClientMode(true);
    SSLParameters set = set();
    if (set == null) {
      engine.setSSLParameters(state.provider.parameters(verified));
      return;
    }
    if (!verified) {
      set.setEndpointIdentificationAlgorithm("");
    }
    engine.setSSLParameters(set);
    if (set.getMaximumPacketSize() != 0) {
      // JSSE's engine, unlike its socket, would refuse larger records of the peer. Its own stay
      // small.
      set.setMaximumPacketSize(0);
      engine.setSSLParameters(set);
    }
    engine.setEnableSessionCreation(own.getEnableSessionCreation());
  }
}
