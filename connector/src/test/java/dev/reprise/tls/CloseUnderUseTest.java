package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.TlsPeer;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.security.KeyManagementException;
import java.security.NoSuchAlgorithmException;
import java.security.Provider;
import java.security.SecureRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A provider by the name of WildFly OpenSSL's, whose sockets free their memory when they are closed
 * and must not be in use then: the JVM would crash, or a handshake loop for good.
 */
class CloseUnderUseTest {

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  private final Certificates certificates = new Certificates();
  private final ExecutorService threads = Executors.newCachedThreadPool();

  private final AtomicInteger within = new AtomicInteger();
  private final AtomicInteger closed = new AtomicInteger();
  private final AtomicInteger closedUnderUse = new AtomicInteger();

  /** What the reads of preconnected connections wait for, if there is one. */
  private volatile CountDownLatch held;

  private final CountDownLatch arrived = new CountDownLatch(1);

  @AfterEach
  void stop() throws Exception {
    threads.shutdownNow();
    assertThat(threads.awaitTermination(20, TimeUnit.SECONDS)).isTrue();
  }

  private TlsSettings.Builder settings() {
    return TlsSettings.builder()
        .provider(new Named())
        .trustManagers(certificates.trustManagers())
        .protocols("TLSv1.2");
  }

  private void assertClosedOnceAfterUse() {
    assertThat(within).hasValue(0);
    assertThat(closedUnderUse).hasValue(0);
    assertThat(closed).hasValue(1);
  }

  private void awaitUse() {
    while (within.get() == 0) {
      Thread.onSpinWait();
    }
  }

  private void endUnder(Future<?> running, ResumingSslSocket socket, boolean abort)
      throws IOException {
    awaitUse();
    if (abort) {
      socket.abort();
    } else {
      socket.close();
    }
    assertThatThrownBy(() -> running.get(20, TimeUnit.SECONDS))
        .isInstanceOf(ExecutionException.class)
        .hasCauseInstanceOf(IOException.class);
    assertClosedOnceAfterUse();
  }

  private ResumingSslSocket connected(int port) throws IOException {
    return (ResumingSslSocket)
        new ResumingSslSocketFactory(settings().build()).createSocket("localhost", port);
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aHandshake(boolean abort) throws Exception {
    try (ServerSocket silent = new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
        ResumingSslSocket socket = connected(silent.getLocalPort())) {
      Future<?> handshake =
          threads.submit(
              () -> {
                socket.startHandshake();
                return null;
              });
      endUnder(handshake, socket, abort);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void aRead(boolean abort) throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.2");
        ResumingSslSocket socket = connected(peer.port())) {
      socket.startHandshake();
      Future<?> read = threads.submit(() -> socket.getInputStream().read());
      endUnder(read, socket, abort);
    }
  }

  @Test
  void nobody() throws Exception {
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.2")) {
      ResumingSslSocket socket = connected(peer.port());
      socket.startHandshake();
      socket.abort();
      assertClosedOnceAfterUse();
    }
  }

  /** Its own thread reads the ticket. */
  @Test
  void aPreconnectionThatReadsItsTicket() throws Exception {
    ResumingSslSocketFactory factory =
        new ResumingSslSocketFactory(
            settings().protocols("TLSv1.3").maxPreconnectionsPerPeer(1).build());
    held = new CountDownLatch(1);
    try (TlsPeer peer = TlsPeer.start(certificates, "TLSv1.3")) {
      for (int i = 0; i < 3; i++) {
        assertThat(Exchange.once(factory, peer.port())).isEqualTo(TlsPeer.BODY);
      }
      assertThat(arrived.await(20, TimeUnit.SECONDS)).isTrue();
      int before = closed.get();
      factory.closePreconnections();
      assertThat(closed).hasValue(before);
      held.countDown();
      while (closed.get() == before) {
        Thread.onSpinWait();
      }
      assertThat(closedUnderUse).hasValue(0);
    }
  }

  /** The JDK's own TLS by another name. */
  private final class Named extends Provider {

    private static final long serialVersionUID = 1;

    Named() {
      super("openssl", "1", "counts who is within its sockets");
      putService(
          new Service(this, "SSLContext", "TLS", Context.class.getName(), null, null) {
            @Override
            public Object newInstance(Object parameter) throws NoSuchAlgorithmException {
              return new Context();
            }
          });
    }
  }

  private final class Context extends SSLContextSpi {

    private final SSLContext jdk;

    Context() throws NoSuchAlgorithmException {
      jdk = SSLContext.getInstance("TLS");
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random)
        throws KeyManagementException {
      jdk.init(keys, trust, random);
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      return new Sockets(jdk.getSocketFactory());
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      return jdk.getServerSocketFactory();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      return jdk.createSSLEngine();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      return jdk.createSSLEngine(host, port);
    }

    @Override
    protected SSLParameters engineGetDefaultSSLParameters() {
      return jdk.getDefaultSSLParameters();
    }

    @Override
    protected SSLParameters engineGetSupportedSSLParameters() {
      return jdk.getSupportedSSLParameters();
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      return jdk.getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      return jdk.getClientSessionContext();
    }
  }

  private final class Sockets extends SSLSocketFactory {

    private final SSLSocketFactory jdk;

    Sockets(SSLSocketFactory jdk) {
      this.jdk = jdk;
    }

    @Override
    public String[] getDefaultCipherSuites() {
      return jdk.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
      return jdk.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket(Socket tcp, String host, int port, boolean autoClose)
        throws IOException {
      return new Counted((SSLSocket) jdk.createSocket(tcp, host, port, autoClose));
    }

    @Override
    public Socket createSocket(String host, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress address, int port) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Socket createSocket(InetAddress address, int port, InetAddress local, int localPort) {
      throw new UnsupportedOperationException();
    }
  }

  /** Sockets of the JDK's own that say who is in them. */
  private final class Counted extends DelegatingSslSocket {

    private final SSLSocket tls;
    private final AtomicInteger here = new AtomicInteger();

    Counted(SSLSocket tls) {
      this.tls = tls;
    }

    @Override
    SSLSocket tls() {
      return tls;
    }

    @Override
    Socket tcp() {
      return tls;
    }

    private void awaitRelease() throws IOException {
      try {
        if (held != null && Thread.currentThread().getName().equals("reprise-preconnect")) {
          arrived.countDown();
          assertThat(held.await(20, TimeUnit.SECONDS)).isTrue();
        }
      } catch (InterruptedException e) {
        throw new InterruptedIOException();
      }
    }

    private void enter() {
      here.incrementAndGet();
      within.incrementAndGet();
    }

    private void leave() {
      here.decrementAndGet();
      within.decrementAndGet();
    }

    @Override
    public void startHandshake() throws IOException {
      enter();
      try {
        tls.startHandshake();
      } finally {
        leave();
      }
    }

    @Override
    public InputStream getInputStream() throws IOException {
      return new FilterInputStream(tls.getInputStream()) {
        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
          enter();
          try {
            awaitRelease();
            return in.read(bytes, offset, length);
          } finally {
            leave();
          }
        }
      };
    }

    @Override
    public OutputStream getOutputStream() throws IOException {
      return tls.getOutputStream();
    }

    @Override
    public void close() throws IOException {
      closed.incrementAndGet();
      closedUnderUse.addAndGet(here.get());
      tls.close();
    }
  }
}
