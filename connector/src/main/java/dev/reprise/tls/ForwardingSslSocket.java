package dev.reprise.tls;

import dev.reprise.tls.internal.channel.Connection;
import dev.reprise.tls.internal.channel.Tcp;
import dev.reprise.tls.internal.channel.TlsChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.util.Set;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/** Forwards methods that concern only TCP, and the TLS settings made before the handshake. */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // It forwards to thread-safe objects.
abstract class ForwardingSslSocket extends SSLSocket {

  private static final String NOT_SUPPORTED = "This method is not supported by SSLSockets";

  abstract Connection connection();

  private Tcp tcp() {
    return connection().tcp();
  }

  TlsChannel channel() {
    return connection().channel();
  }

  @Override
  public String[] getSupportedCipherSuites() {
    return connection().parameters.asked().getSupportedCipherSuites();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return connection().parameters.asked().getEnabledCipherSuites();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    connection().parameters.set(engine -> engine.setEnabledCipherSuites(suites));
  }

  @Override
  public String[] getSupportedProtocols() {
    return connection().parameters.asked().getSupportedProtocols();
  }

  @Override
  public String[] getEnabledProtocols() {
    return connection().parameters.asked().getEnabledProtocols();
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    connection().parameters.set(engine -> engine.setEnabledProtocols(protocols));
  }

  /**
   * Does nothing if {@code mode} is true: the socket is a client's.
   *
   * @throws UnsupportedOperationException if {@code mode} is false
   */
  @Override
  public void setUseClientMode(boolean mode) {
    if (!mode) {
      throw new UnsupportedOperationException(
          "A socket of ResumingSslSocketFactory has no server mode. For a server use an SSLContext"
              + " of your own");
    }
  }

  @Override
  public boolean getUseClientMode() {
    return true;
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    connection().parameters.set(engine -> engine.setNeedClientAuth(need));
  }

  @Override
  public boolean getNeedClientAuth() {
    return connection().parameters.asked().getNeedClientAuth();
  }

  @Override
  public void setWantClientAuth(boolean want) {
    connection().parameters.set(engine -> engine.setWantClientAuth(want));
  }

  @Override
  public boolean getWantClientAuth() {
    return connection().parameters.asked().getWantClientAuth();
  }

  @Override
  public void setEnableSessionCreation(boolean flag) {
    connection().parameters.set(engine -> engine.setEnableSessionCreation(flag));
  }

  @Override
  public boolean getEnableSessionCreation() {
    return connection().parameters.asked().getEnableSessionCreation();
  }

  @Override
  public SSLParameters getSSLParameters() {
    return connection().parameters.asked().getSSLParameters();
  }

  @Override
  public void setSSLParameters(SSLParameters all) {
    connection().parameters.set(all);
  }

  @Override
  public SSLSession getHandshakeSession() {
    TlsChannel channel = channel();
    return channel == null ? null : channel.engine.getHandshakeSession();
  }

  @Override
  public String getApplicationProtocol() {
    TlsChannel channel = channel();
    return channel == null ? null : channel.engine.getApplicationProtocol();
  }

  @Override
  public String getHandshakeApplicationProtocol() {
    TlsChannel channel = channel();
    return channel == null ? null : channel.engine.getHandshakeApplicationProtocol();
  }

  @Override
  public void sendUrgentData(int data) throws IOException {
    throw new SocketException(NOT_SUPPORTED);
  }

  @Override
  public void setOOBInline(boolean on) throws SocketException {
    throw new SocketException(NOT_SUPPORTED);
  }

  @Override
  public boolean getOOBInline() throws SocketException {
    throw new SocketException(NOT_SUPPORTED);
  }

  @Override
  public void bind(SocketAddress bindpoint) throws IOException {
    tcp().bind(bindpoint);
  }

  @Override
  public boolean isConnected() {
    return tcp().socket().isConnected();
  }

  @Override
  public boolean isBound() {
    return tcp().socket().isBound();
  }

  @Override
  public InetAddress getInetAddress() {
    return tcp().socket().getInetAddress();
  }

  @Override
  public InetAddress getLocalAddress() {
    return tcp().socket().getLocalAddress();
  }

  @Override
  public int getPort() {
    return tcp().socket().getPort();
  }

  @Override
  public int getLocalPort() {
    return tcp().socket().getLocalPort();
  }

  @Override
  public SocketAddress getRemoteSocketAddress() {
    return tcp().socket().getRemoteSocketAddress();
  }

  @Override
  public SocketAddress getLocalSocketAddress() {
    return tcp().socket().getLocalSocketAddress();
  }

  @Override
  public void setSoLinger(boolean on, int linger) throws SocketException {
    tcp().soLinger(on, linger);
  }

  @Override
  public int getSoLinger() throws SocketException {
    return tcp().opened().getSoLinger();
  }

  @Override
  public void setSoTimeout(int timeout) throws SocketException {
    tcp().soTimeout(timeout);
  }

  @Override
  public int getSoTimeout() throws SocketException {
    return tcp().soTimeout();
  }

  @Override
  public void setSendBufferSize(int size) throws SocketException {
    tcp().sendBufferSize(size);
  }

  @Override
  public int getSendBufferSize() throws SocketException {
    return tcp().opened().getSendBufferSize();
  }

  @Override
  public void setTcpNoDelay(boolean on) throws SocketException {
    tcp().set(s -> s.setTcpNoDelay(on));
  }

  @Override
  public boolean getTcpNoDelay() throws SocketException {
    return tcp().opened().getTcpNoDelay();
  }

  @Override
  public void setReceiveBufferSize(int size) throws SocketException {
    tcp().set(s -> s.setReceiveBufferSize(size));
  }

  @Override
  public int getReceiveBufferSize() throws SocketException {
    return tcp().opened().getReceiveBufferSize();
  }

  @Override
  public void setKeepAlive(boolean on) throws SocketException {
    tcp().set(s -> s.setKeepAlive(on));
  }

  @Override
  public boolean getKeepAlive() throws SocketException {
    return tcp().opened().getKeepAlive();
  }

  @Override
  public void setTrafficClass(int trafficClass) throws SocketException {
    tcp().set(s -> s.setTrafficClass(trafficClass));
  }

  @Override
  public int getTrafficClass() throws SocketException {
    return tcp().opened().getTrafficClass();
  }

  @Override
  public void setReuseAddress(boolean on) throws SocketException {
    tcp().set(s -> s.setReuseAddress(on));
  }

  @Override
  public boolean getReuseAddress() throws SocketException {
    return tcp().opened().getReuseAddress();
  }

  @Override
  public void setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
    tcp().socket().setPerformancePreferences(connectionTime, latency, bandwidth);
  }

  @Override
  public <T> Socket setOption(SocketOption<T> name, T value) throws IOException {
    tcp().setOption(name, value);
    return this;
  }

  @Override
  public <T> T getOption(SocketOption<T> name) throws IOException {
    return tcp().opened().getOption(name);
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return tcp().socket().supportedOptions();
  }
}
