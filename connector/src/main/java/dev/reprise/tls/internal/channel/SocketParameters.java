package dev.reprise.tls.internal.channel;

import dev.reprise.tls.internal.jdk.SameParameters;
import dev.reprise.tls.internal.provider.HostnameCheck;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/**
 * The TLS parameters that a socket's user sets before the handshake. They are set on an engine that
 * never connects, which rejects what the provider does not support. The engine of the handshake
 * gets them when the handshake begins.
 */
public final class SocketParameters {

  private final TlsState state;

  private volatile SSLEngine own;

  SocketParameters(TlsState state) {
    this.state = state;
  }

  /** Returns an engine to read parameters from. The caller must not change it. */
  public SSLEngine asked() {
    SSLEngine set = own;
    return set != null ? set : state.defaults();
  }

  public void set(Consumer<SSLEngine> setting) {
    SSLEngine set = own != null ? own : state.template();
    setting.accept(set);
    own = set;
  }

  /** Sets all parameters at once. Host verification stays on if the settings require it. */
  public void set(SSLParameters parameters) {
    set(
        engine -> {
          engine.setSSLParameters(parameters);
          if (state.settings.hostnameVerification()) {
            // The caller's object is not changed.
            SSLParameters all = engine.getSSLParameters();
            all.setEndpointIdentificationAlgorithm(HostnameCheck.HTTPS);
            engine.setSSLParameters(all);
          }
        });
  }

  /** Returns whether the parameters are those of the settings, even if the user has set them. */
  boolean isPlain() {
    SSLEngine set = own;
    return set == null
        || set.getEnableSessionCreation()
            && SameParameters.are(set.getSSLParameters(), state.defaults().getSSLParameters());
  }

  /** Returns a copy of the parameters that the user has set; null if there are none. */
  SSLParameters set() {
    SSLEngine set = own;
    return set == null ? null : set.getSSLParameters();
  }

  /** Configures an engine. The provider verifies the host only if {@code verified} is true. */
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
      // JSSE's engine, unlike its socket, would refuse larger records from the peer. The records
      // that it sends stay small.
      set.setMaximumPacketSize(0);
      engine.setSSLParameters(set);
    }
    engine.setEnableSessionCreation(own.getEnableSessionCreation());
  }
}
