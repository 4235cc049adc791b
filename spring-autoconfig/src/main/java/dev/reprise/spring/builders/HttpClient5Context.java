package dev.reprise.spring.builders;

import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.ResumingSslSocket;
import dev.reprise.tls.ResumingSslSocketFactory;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.SecureRandom;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;

/**
 * Hands out sockets of Reprise's, although HttpClient 5 closes TCP beneath TLS itself. For such
 * callers a {@link ResumingSslContext} hands out the provider's sockets. HttpClient resets those,
 * and they take an end without close_notify for a good one. Thread-safe.
 */
final class HttpClient5Context extends SSLContext {

  final ResumingSslSocketFactory sockets;

  HttpClient5Context(ResumingSslContext context) {
    super(new Spi(context), context.getProvider(), context.getProtocol());
    this.sockets = context.socketFactory();
  }

  private static final class Spi extends SSLContextSpi {

    private final ResumingSslContext context;

    Spi(ResumingSslContext context) {
      this.context = context;
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
      throw new UnsupportedOperationException("The context has its trust and keys already");
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      return new Sockets(context.socketFactory());
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      return context.getServerSocketFactory();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      return context.createSSLEngine();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      return context.createSSLEngine(host, port);
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      return context.getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      return context.getClientSessionContext();
    }
  }

  private static final class Sockets extends SSLSocketFactory {

    private final ResumingSslSocketFactory sockets;

    Sockets(ResumingSslSocketFactory sockets) {
      this.sockets = sockets;
    }

    @Override
    public String[] getDefaultCipherSuites() {
      return sockets.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
      return sockets.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket(Socket tcp, String host, int port, boolean autoClose)
        throws IOException {
      if (tcp instanceof ResumingSslSocket) {
        // A proxy is not waited for.
        ((ResumingSslSocket) tcp).expectPeerClose(false);
      }
      return sockets.createSocket(tcp, host, port, true);
    }

    @Override
    public Socket createSocket() throws IOException {
      return sockets.createSocket();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
      return sockets.createSocket(host, port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort)
        throws IOException {
      return sockets.createSocket(host, port, local, localPort);
    }

    @Override
    public Socket createSocket(InetAddress address, int port) throws IOException {
      return sockets.createSocket(address, port);
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress local, int localPort)
        throws IOException {
      return sockets.createSocket(address, port, local, localPort);
    }
  }
}
