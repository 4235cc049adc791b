package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.ScriptedPeer;
import java.lang.ref.WeakReference;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

/** A TLS 1.2 server that asks for the client's certificate once it knows what is requested. */
class RenegotiationTest extends TlsTest {

  private final List<String> clients = new ArrayList<>();

  private void serve(SSLSocket tls) throws Exception {
    ScriptedPeer.readRequest(tls);
    CountDownLatch negotiated = new CountDownLatch(1);
    tls.addHandshakeCompletedListener(event -> negotiated.countDown());
    tls.getSession().invalidate();
    tls.setNeedClientAuth(true);
    tls.startHandshake();
    // JSSE renegotiates while it reads.
    tls.setSoTimeout(10);
    while (negotiated.getCount() > 0) {
      try {
        tls.getInputStream().read();
      } catch (SocketTimeoutException e) {
        // Not yet.
      }
    }
    synchronized (clients) {
      clients.add(nameOf(tls));
    }
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

  private ResumingSslSocketFactory certified() {
    return factory(trusting().keyManagers(certificates.keyManagers(certificates.client())));
  }

  @Test
  void theServerGetsTheCertificateAndTheConnectionsOwnHandshakeIsTold() throws Exception {
    try (ScriptedPeer peer = ScriptedPeer.start(certificates, this::serve, "TLSv1.2")) {
      Exchange.once(certified(), peer.port());
    }
    assertThat(clients).containsExactly("CN=client");
    assertThat(recorder.handshakes)
        .extracting(Handshake::fullCause)
        .containsExactly(FullHandshakeCause.FIRST);
  }

  @Test
  void aSocketThatWasRenegotiatedIsNotKept() throws Exception {
    ResumingSslSocketFactory factory = certified();
    List<WeakReference<SSLEngine>> engines = new ArrayList<>();
    try (ScriptedPeer peer = ScriptedPeer.start(certificates, this::serve, "TLSv1.2")) {
      for (int i = 0; i < 3; i++) {
        try (ResumingSslSocket socket = connect(factory, peer.port())) {
          Exchange.over(socket);
          engines.add(new WeakReference<>(socket.channel().engine));
        }
      }
    }
    assertThat(factory.laneCounts().live()).isPositive();
    Eventually.holds(
        () -> {
          System.gc();
          return engines.stream().allMatch(engine -> engine.get() == null);
        });
  }
}
