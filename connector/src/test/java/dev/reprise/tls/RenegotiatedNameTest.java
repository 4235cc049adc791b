package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.testkit.ScriptedPeer;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A TLS 1.2 server that renegotiates and shows another certificate, which the chain allows. */
class RenegotiatedNameTest extends TlsTest {

  private static final String TICKETS = "jdk.tls.server.enableSessionTicketExtension";

  private final String tickets = System.getProperty(TICKETS);
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

  /** Renegotiates once it knows the request. */
  private void afterTheRequest(SSLSocket tls) throws Exception {
    swapped = false;
    ScriptedPeer.readRequest(tls);
    renegotiate(tls);
    tls.getOutputStream().write(ScriptedPeer.response());
    tls.close();
  }

  /** Renegotiates before it has read anything. */
  private void beforeTheRequest(SSLSocket tls) throws Exception {
    swapped = false;
    tls.startHandshake();
    renegotiate(tls);
    requestArrived = tls.getInputStream().read() >= 0;
  }

  /** Renegotiates within the response. */
  private void withinTheResponse(SSLSocket tls) throws Exception {
    swapped = false;
    ScriptedPeer.readRequest(tls);
    byte[] response = ScriptedPeer.response();
    tls.getOutputStream().write(response, 0, 20);
    renegotiate(tls);
    tls.getOutputStream().write(response, 20, response.length - 20);
    tls.close();
  }

  private ScriptedPeer peer(String secondHost, ScriptedPeer.Script script) throws Exception {
    HeldCertificate second = certificates.serverOf(secondHost);
    return new ScriptedPeer(
        new KeyManager[] {new TwoKeys(certificates.server(), second)}, null, script, "TLSv1.2");
  }

  private ResumingSslSocketFactory factoryOf(TrustManager trust) {
    return factory(trusting().trustManagers(trust));
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void nothingIsDeliveredUnderAnotherHostsCertificate(boolean withinTheResponse) throws Exception {
    ScriptedPeer.Script script =
        withinTheResponse ? this::withinTheResponse : this::afterTheRequest;
    try (ScriptedPeer peer = peer("other.example", script)) {
      try (Socket socket = connect(factoryOf(new ChainOnlyTrust(certificates)), peer.port())) {
        assertThatThrownBy(() -> Exchange.over(socket)).isInstanceOf(SSLException.class);
        assertThatThrownBy(() -> socket.getInputStream().read()).isInstanceOf(SSLException.class);
        assertThatThrownBy(() -> Exchange.send(socket)).isInstanceOf(SSLException.class);
      }
    }
    assertThat(swapped).isTrue();
  }

  /** What was read of the response before is no whole one. */
  @Test
  void afterARefusedRenegotiationThereIsNoGoodEnd() throws Exception {
    TrustManager once =
        new ChainOnlyTrust(certificates) {
          @Override
          public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket)
              throws CertificateException {
            super.checkServerTrusted(chain, authType, socket);
            if (swapped) {
              throw new CertificateException("by the test");
            }
          }
        };
    try (ScriptedPeer peer = peer("localhost", this::withinTheResponse);
        SSLSocket socket = connect(factoryOf(once), peer.port())) {
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
  @ValueSource(booleans = {true, false})
  void anotherCertificateOfTheHostIsTaken(boolean withinTheResponse) throws Exception {
    ScriptedPeer.Script script =
        withinTheResponse ? this::withinTheResponse : this::afterTheRequest;
    try (ScriptedPeer peer = peer("localhost", script)) {
      try (Socket socket = connect(factoryOf(new ChainOnlyTrust(certificates)), peer.port())) {
        Exchange.over(socket);
      }
    }
  }

  /** As pools do that look for an idle connection's end. */
  @Test
  void nothingIsSentUnderAnotherHostsCertificate() throws Exception {
    try (ScriptedPeer peer = peer("other.example", this::beforeTheRequest)) {
      try (SSLSocket socket = connect(factoryOf(new ChainOnlyTrust(certificates)), peer.port())) {
        socket.startHandshake();
        SSLSession before = socket.getSession();
        socket.setSoTimeout(10);
        do {
          assertThatThrownBy(() -> socket.getInputStream().read())
              .isInstanceOf(SocketTimeoutException.class);
        } while (socket.getSession() == before);
        assertThatThrownBy(() -> Exchange.send(socket)).isInstanceOf(SSLException.class);
      }
    }
    assertThat(swapped).isTrue();
    assertThat(requestArrived).isFalse();
  }

  private final class TwoKeys extends X509ExtendedKeyManager {

    private final HeldCertificate first;
    private final HeldCertificate second;

    TwoKeys(HeldCertificate first, HeldCertificate second) {
      this.first = first;
      this.second = second;
    }

    private HeldCertificate of(String alias) {
      return alias.equals("first") ? first : second;
    }

    @Override
    public String chooseServerAlias(String keyType, Principal[] issuers, Socket socket) {
      return keyType.startsWith(first.keyPair().getPrivate().getAlgorithm())
          ? swapped ? "second" : "first"
          : null;
    }

    @Override
    public String[] getServerAliases(String keyType, Principal[] issuers) {
      return new String[] {"first", "second"};
    }

    @Override
    public X509Certificate[] getCertificateChain(String alias) {
      return new X509Certificate[] {of(alias).certificate(), certificates.authority()};
    }

    @Override
    public PrivateKey getPrivateKey(String alias) {
      return of(alias).keyPair().getPrivate();
    }

    @Override
    public String chooseClientAlias(String[] keyTypes, Principal[] issuers, Socket socket) {
      return null;
    }

    @Override
    public String[] getClientAliases(String keyType, Principal[] issuers) {
      return null;
    }
  }
}
