package dev.reprise.tls;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.SocketOption;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.Set;
import java.util.function.BiFunction;
import javax.net.ssl.HandshakeCompletedListener;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/**
 * Forwards every public method of SSLSocket to {@link #tls()}, and every one of Socket that
 * concerns the transport alone to {@link #tcp()}.
 */
@SuppressWarnings("UnsynchronizedOverridesSynchronized") // The delegates guard themselves.
abstract class DelegatingSslSocket extends SSLSocket {

  /** The TLS socket, or one that stands for it as long as there is none. */
  abstract SSLSocket tls();

  /** The transport. */
  abstract Socket tcp();

  @Override
  public String[] getSupportedCipherSuites() {
    return tls().getSupportedCipherSuites();
  }

  @Override
  public String[] getEnabledCipherSuites() {
    return tls().getEnabledCipherSuites();
  }

  @Override
  public void setEnabledCipherSuites(String[] suites) {
    tls().setEnabledCipherSuites(suites);
  }

  @Override
  public String[] getSupportedProtocols() {
    return tls().getSupportedProtocols();
  }

  @Override
  public String[] getEnabledProtocols() {
    return tls().getEnabledProtocols();
  }

  @Override
  public void setEnabledProtocols(String[] protocols) {
    tls().setEnabledProtocols(protocols);
  }

  @Override
  public SSLSession getSession() {
    return tls().getSession();
  }

  @Override
  public SSLSession getHandshakeSession() {
    return tls().getHandshakeSession();
  }

  @Override
  public void addHandshakeCompletedListener(HandshakeCompletedListener listener) {
    tls().addHandshakeCompletedListener(listener);
  }

  @Override
  public void removeHandshakeCompletedListener(HandshakeCompletedListener listener) {
    tls().removeHandshakeCompletedListener(listener);
  }

  @Override
  public void startHandshake() throws IOException {
    tls().startHandshake();
  }

  @Override
  public void setUseClientMode(boolean mode) {
    tls().setUseClientMode(mode);
  }

  @Override
  public boolean getUseClientMode() {
    return tls().getUseClientMode();
  }

  @Override
  public void setNeedClientAuth(boolean need) {
    tls().setNeedClientAuth(need);
  }

  @Override
  public boolean getNeedClientAuth() {
    return tls().getNeedClientAuth();
  }

  @Override
  public void setWantClientAuth(boolean want) {
    tls().setWantClientAuth(want);
  }

  @Override
  public boolean getWantClientAuth() {
    return tls().getWantClientAuth();
  }

  @Override
  public void setEnableSessionCreation(boolean flag) {
    tls().setEnableSessionCreation(flag);
  }

  @Override
  public boolean getEnableSessionCreation() {
    return tls().getEnableSessionCreation();
  }

  @Override
  public SSLParameters getSSLParameters() {
    return tls().getSSLParameters();
  }

  @Override
  public void setSSLParameters(SSLParameters parameters) {
    tls().setSSLParameters(parameters);
  }

  @Override
  public String getApplicationProtocol() {
    return tls().getApplicationProtocol();
  }

  @Override
  public String getHandshakeApplicationProtocol() {
    return tls().getHandshakeApplicationProtocol();
  }

  @Override
  public void setHandshakeApplicationProtocolSelector(
      BiFunction<SSLSocket, List<String>, String> selector) {
    tls().setHandshakeApplicationProtocolSelector(selector);
  }

  @Override
  public BiFunction<SSLSocket, List<String>, String> getHandshakeApplicationProtocolSelector() {
    return tls().getHandshakeApplicationProtocolSelector();
  }

  @Override
  public InputStream getInputStream() throws IOException {
    return tls().getInputStream();
  }

  @Override
  public OutputStream getOutputStream() throws IOException {
    return tls().getOutputStream();
  }

  @Override
  public void close() throws IOException {
    tls().close();
  }

  @Override
  public void shutdownInput() throws IOException {
    tls().shutdownInput();
  }

  @Override
  public void shutdownOutput() throws IOException {
    tls().shutdownOutput();
  }

  @Override
  public boolean isInputShutdown() {
    return tls().isInputShutdown();
  }

  @Override
  public boolean isOutputShutdown() {
    return tls().isOutputShutdown();
  }

  @Override
  public void sendUrgentData(int data) throws IOException {
    tls().sendUrgentData(data);
  }

  @Override
  public void setOOBInline(boolean on) throws SocketException {
    tls().setOOBInline(on);
  }

  @Override
  public boolean getOOBInline() throws SocketException {
    return tls().getOOBInline();
  }

  @Override
  public boolean isClosed() {
    return tcp().isClosed();
  }

  @Override
  public void connect(SocketAddress endpoint) throws IOException {
    tcp().connect(endpoint);
  }

  @Override
  public void connect(SocketAddress endpoint, int timeout) throws IOException {
    tcp().connect(endpoint, timeout);
  }

  @Override
  public void bind(SocketAddress bindpoint) throws IOException {
    tcp().bind(bindpoint);
  }

  @Override
  public boolean isConnected() {
    return tcp().isConnected();
  }

  @Override
  public boolean isBound() {
    return tcp().isBound();
  }

  @Override
  public InetAddress getInetAddress() {
    return tcp().getInetAddress();
  }

  @Override
  public InetAddress getLocalAddress() {
    return tcp().getLocalAddress();
  }

  @Override
  public int getPort() {
    return tcp().getPort();
  }

  @Override
  public int getLocalPort() {
    return tcp().getLocalPort();
  }

  @Override
  public SocketAddress getRemoteSocketAddress() {
    return tcp().getRemoteSocketAddress();
  }

  @Override
  public SocketAddress getLocalSocketAddress() {
    return tcp().getLocalSocketAddress();
  }

  @Override
  public SocketChannel getChannel() {
    return tcp().getChannel();
  }

  @Override
  public void setTcpNoDelay(boolean on) throws SocketException {
    tcp().setTcpNoDelay(on);
  }

  @Override
  public boolean getTcpNoDelay() throws SocketException {
    return tcp().getTcpNoDelay();
  }

  @Override
  public void setSoLinger(boolean on, int linger) throws SocketException {
    tcp().setSoLinger(on, linger);
  }

  @Override
  public int getSoLinger() throws SocketException {
    return tcp().getSoLinger();
  }

  @Override
  public void setSoTimeout(int timeout) throws SocketException {
    tcp().setSoTimeout(timeout);
  }

  @Override
  public int getSoTimeout() throws SocketException {
    return tcp().getSoTimeout();
  }

  @Override
  public void setSendBufferSize(int size) throws SocketException {
    tcp().setSendBufferSize(size);
  }

  @Override
  public int getSendBufferSize() throws SocketException {
    return tcp().getSendBufferSize();
  }

  @Override
  public void setReceiveBufferSize(int size) throws SocketException {
    tcp().setReceiveBufferSize(size);
  }

  @Override
  public int getReceiveBufferSize() throws SocketException {
    return tcp().getReceiveBufferSize();
  }

  @Override
  public void setKeepAlive(boolean on) throws SocketException {
    tcp().setKeepAlive(on);
  }

  @Override
  public boolean getKeepAlive() throws SocketException {
    return tcp().getKeepAlive();
  }

  @Override
  public void setTrafficClass(int trafficClass) throws SocketException {
    tcp().setTrafficClass(trafficClass);
  }

  @Override
  public int getTrafficClass() throws SocketException {
    return tcp().getTrafficClass();
  }

  @Override
  public void setReuseAddress(boolean on) throws SocketException {
    tcp().setReuseAddress(on);
  }

  @Override
  public boolean getReuseAddress() throws SocketException {
    return tcp().getReuseAddress();
  }

  @Override
  public void setPerformancePreferences(int connectionTime, int latency, int bandwidth) {
    tcp().setPerformancePreferences(connectionTime, latency, bandwidth);
  }

  @Override
  public <T> Socket setOption(SocketOption<T> name, T value) throws IOException {
    tcp().setOption(name, value);
    return this;
  }

  @Override
  public <T> T getOption(SocketOption<T> name) throws IOException {
    return tcp().getOption(name);
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return tcp().supportedOptions();
  }
}
