package dev.reprise.agent;

import java.security.KeyManagementException;
import java.security.Provider;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/** The default context, which is made when it is first used. */
final class DefaultContext extends SSLContext {

  DefaultContext(Defaults defaults, Provider provider) {
    super(new Spi(defaults), provider, "Default");
  }

  private static final class Spi extends SSLContextSpi {

    private final Defaults defaults;
    private final SSLSocketFactory sockets;

    Spi(Defaults defaults) {
      this.defaults = defaults;
      this.sockets = new DefaultSockets(defaults::sockets);
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
        throws KeyManagementException {
      throw new KeyManagementException("Default SSLContext is initialized automatically");
    }

    /** Fails with the first socket: {@code SSLSocketFactory.getDefault()} could not bear it. */
    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      return sockets;
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      return defaults.context().getServerSocketFactory();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      return defaults.context().createSSLEngine();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      return defaults.context().createSSLEngine(host, port);
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      return defaults.context().getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      return defaults.context().getClientSessionContext();
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
      return defaults.context().getDefaultSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
      return defaults.context().getSupportedSSLParameters();
    }
  }
}
