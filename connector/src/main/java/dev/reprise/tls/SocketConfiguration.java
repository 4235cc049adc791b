package dev.reprise.tls;

import java.util.List;
import java.util.function.BiFunction;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** What a socket's user has set of TLS, to be set on another socket in its place. */
final class SocketConfiguration {

  /** Nothing: the other socket keeps what the settings give it. */
  static final SocketConfiguration NONE = new SocketConfiguration();

  private final boolean any;
  private final boolean sessionCreation;
  private final SSLParameters parameters;
  private final BiFunction<SSLSocket, List<String>, String> applicationProtocolSelector;

  private SocketConfiguration() {
    any = false;
    sessionCreation = true;
    parameters = null;
    applicationProtocolSelector = null;
  }

  private SocketConfiguration(SSLSocket socket) {
    any = true;
    sessionCreation = socket.getEnableSessionCreation();
    parameters = socket.getSSLParameters();
    applicationProtocolSelector = selectorOf(socket);
  }

  /** The configuration of a socket, as it is now. */
  static SocketConfiguration of(SSLSocket socket) {
    return new SocketConfiguration(socket);
  }

  private static BiFunction<SSLSocket, List<String>, String> selectorOf(SSLSocket socket) {
    try {
      return socket.getHandshakeApplicationProtocolSelector();
    } catch (UnsupportedOperationException e) {
      // The provider has none.
      return null;
    }
  }

  /** Whether a socket with the other configuration would do the same. */
  boolean sameAs(SocketConfiguration other) {
    return any == other.any
        && sessionCreation == other.sessionCreation
        && applicationProtocolSelector == other.applicationProtocolSelector
        && SameParameters.are(parameters, other.parameters);
  }

  /** Whether anything was set. */
  boolean isAny() {
    return any;
  }

  /**
   * Sets it.
   *
   * @param verified whether the provider can verify the host; else it is not told to
   */
  void applyTo(SSLSocket socket, boolean verified) {
    if (any) {
      if (!verified) {
        parameters.setEndpointIdentificationAlgorithm("");
      }
      socket.setEnableSessionCreation(sessionCreation);
      socket.setSSLParameters(parameters);
      if (applicationProtocolSelector != null) {
        socket.setHandshakeApplicationProtocolSelector(applicationProtocolSelector);
      }
    }
  }
}
