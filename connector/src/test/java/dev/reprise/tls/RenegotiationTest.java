package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.ScriptedPeer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509KeyManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A TLS 1.2 server that renegotiates: it asks for the client's certificate once it knows what is
 * requested, or shows another certificate of its own, which the chain allows.
 */
class RenegotiationTest extends TlsTest {

  private static final String TICKETS = "jdk.tls.server.enableSessionTicketExtension";

  private final String tickets = System.getProperty(TICKETS);
  private final List<String> clients = new CopyOnWriteArrayList<>();
  private volatile boolean swapped;
  private volatile boolean requestArrived;

  /** JSSE renegotiates a full handshake where it holds the session that it is to forget. */
  @BeforeEach
  void serveWithoutTickets() {
    System.setProperty(TICKETS, "false");
  }

  @AfterEach
  void restore() {
    if (tickets == null) {
      System.clearProperty(TICKETS);
    } else {
      System.setProperty(TICKETS, tickets);
    }
  }

  /** Returns when it is done, or the client has gone. */
  private void renegotiate(SSLSocket tls) throws Exception {
    SSLSession before = tls.getSession();
    before.invalidate();
    swapped = true;
    tls.startHandshake();
    // JSSE renegotiates while it reads.
    tls.setSoTimeout(10);
    boolean more = true;
    while (more && tls.getSession() == before) {
      try {
        more = tls.getInputStream().read() >= 0;
      } catch (SocketTimeoutException e) {
        // Not yet.
      }
    }
    tls.setSoTimeout(0);
  }

  /** Renegotiates when it has read the request and written the first bytes of the response. */
  private void renegotiateAfter(int bytes, SSLSocket tls) throws Exception {
    swapped = false;
    ScriptedPeer.readRequest(tls);
    byte[] response = ScriptedPeer.response();
    tls.getOutputStream().write(response, 0, bytes);
    renegotiate(tls);
    tls.getOutputStream().write(response, bytes, response.length - bytes);
    tls.close();
  }

  private void askForTheCertificate(SSLSocket tls) throws Exception {
    ScriptedPeer.readRequest(tls);
    tls.setNeedClientAuth(true);
    renegotiate(tls);
    clients.add(nameOf(tls));
    tls.getOutputStream().write(ScriptedPeer.response());
    tls.close();
  }

  private static String nameOf(SSLSocket tls) {
    try {
      return tls.getSession().getPeerPrincipal().getName();
    } catch (SSLPeerUnverifiedException e) {
      return "nobody";
    }
  }

  @Test
  void theServerGetsTheCertificateAndTheConnectionsOwnHandshakeIsTold() throws Exception {
    ScriptedPeer peer = scripted(this::askForTheCertificate, "TLSv1.2");
    Exchange.once(factory(certified()), peer.port());
    assertThat(clients).containsExactly("CN=client");
    assertThat(recorder.handshakes)
        .extracting(Handshake::fullCause)
        .containsExactly(FullHandshakeCause.FIRST);
  }

  @Test
  void aSocketThatWasRenegotiatedIsNotKept() throws Exception {
    ResumingSslSocketFactory factory = factory(certified());
    List<WeakReference<SSLEngine>> engines = new ArrayList<>();
    ScriptedPeer peer = scripted(this::askForTheCertificate, "TLSv1.2");
    for (int i = 0; i < 3; i++) {
      try (ResumingSslSocket socket = connect(factory, peer.port())) {
        Exchange.over(socket);
        engines.add(new WeakReference<>(socket.channel().engine));
      }
    }
    assertThat(factory.laneCounts().live()).isPositive();
    Eventually.holds(
        () -> {
          System.gc();
          return engines.stream().allMatch(engine -> engine.get() == null);
        });
  }

  /** A server that shows the certificate of another host, or another one, from then on. */
  private ScriptedPeer swapping(String secondHost, ScriptedPeer.Script script) throws Exception {
    KeyManager first = certificates.keyManagers(certificates.server())[0];
    KeyManager second = certificates.keyManagers(certificates.serverOf(secondHost))[0];
    KeyManager both =
        implemented(
            X509KeyManager.class,
            (proxy, method, arguments) -> method.invoke(swapped ? second : first, arguments));
    return closing(new ScriptedPeer(new KeyManager[] {both}, null, script, "TLSv1.2"));
  }

  private SSLSocket connectTo(ScriptedPeer peer, TrustManager trust) throws IOException {
    return connect(factory(trusting().trustManagers(trust)), peer.port());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 20})
  void nothingIsDeliveredUnderAnotherHostsCertificate(int before) throws Exception {
    ScriptedPeer peer = swapping("other.example", tls -> renegotiateAfter(before, tls));
    try (Socket socket = connectTo(peer, new ChainOnlyTrust(certificates))) {
      assertThatThrownBy(() -> Exchange.over(socket)).isInstanceOf(SSLException.class);
      assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(IOException.class);
      assertThatThrownBy(() -> Exchange.send(socket)).isInstanceOf(IOException.class);
    }
    assertThat(swapped).isTrue();
  }

  /** What was read of the response before is no whole one. */
  @Test
  void afterARefusedRenegotiationThereIsNoGoodEnd() throws Exception {
    TrustManager once =
        trustAnd(
            () -> {
              if (swapped) {
                throw new IOException("by the test");
              }
            });
    ScriptedPeer peer = swapping("localhost", tls -> renegotiateAfter(20, tls));
    try (SSLSocket socket = connectTo(peer, once)) {
      Exchange.send(socket);
      InputStream in = socket.getInputStream();
      assertThat(in.readNBytes(20)).hasSize(20);
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(in::read).isInstanceOf(IOException.class);
      }
    }
    assertThat(swapped).isTrue();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 20})
  void anotherCertificateOfTheHostIsTaken(int before) throws Exception {
    ScriptedPeer peer = swapping("localhost", tls -> renegotiateAfter(before, tls));
    Exchange.overAndClose(connectTo(peer, new ChainOnlyTrust(certificates)));
    assertThat(swapped).isTrue();
  }

  /** As pools do that look for an idle connection's end. */
  @Test
  void nothingIsSentUnderAnotherHostsCertificate() throws Exception {
    ScriptedPeer peer =
        swapping(
            "other.example",
            tls -> {
              tls.startHandshake();
              renegotiate(tls);
              requestArrived = tls.getInputStream().read() >= 0;
            });
    try (SSLSocket socket = connectTo(peer, new ChainOnlyTrust(certificates))) {
      socket.startHandshake();
      SSLSession before = socket.getSession();
      socket.setSoTimeout(10);
      do {
        assertThatThrownBy(() -> socket.getInputStream().read())
            .isInstanceOf(SocketTimeoutException.class);
      } while (socket.getSession() == before);
      assertThatThrownBy(() -> Exchange.send(socket)).isInstanceOf(SSLException.class);
    }
    peer.close();
    assertThat(swapped).isTrue();
    assertThat(requestArrived).isFalse();
  }

  /** By one thread, while another one reads and so goes through it. */
  @Test
  void aWriteEndsWithTheCertificateThatItBeganWith() throws Exception {
    CompletableFuture<Long> after = new CompletableFuture<>();
    CountDownLatch reading = new CountDownLatch(1);
    ScriptedPeer peer =
        swapping(
            "other.example",
            tls -> {
              InputStream in = tls.getInputStream();
              byte[] bytes = new byte[16_384];
              in.read(bytes);
              SSLSession first = tls.getSession();
              first.invalidate();
              tls.startHandshake();
              long count = 0;
              try {
                for (int n = in.read(bytes); n >= 0; n = in.read(bytes)) {
                  count += tls.getSession() == first ? 0 : n;
                }
              } catch (IOException e) {
                // The client has closed.
              }
              after.complete(count);
            });
    SSLSocket socket = closing(connectTo(peer, new ChainOnlyTrust(certificates)));
    socket.startHandshake();
    swapped = true;
    begin(
        () -> {
          reading.countDown();
          socket.getInputStream().read();
        });
    reading.await();
    assertThatThrownBy(() -> socket.getOutputStream().write(new byte[30_000_000]))
        .isInstanceOf(IOException.class);
    socket.close();
    assertThat(after).succeedsWithin(20, TimeUnit.SECONDS).isEqualTo(0L);
  }
}
