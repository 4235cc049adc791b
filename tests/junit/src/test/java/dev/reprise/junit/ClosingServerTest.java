package dev.reprise.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Fault;
import java.io.IOException;
import java.util.List;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What a user of the extension meets, called by the JDK's own client. */
class ClosingServerTest {

  @RegisterExtension static final ClosingServer server = ClosingServer.tls12().answering("<ok/>");

  @RegisterExtension
  final ClosingServer own = ClosingServer.tls13().demandingClientCertificates().answering("own");

  private static String get(ClosingServer of, SSLSocketFactory sockets) throws IOException {
    HttpsURLConnection call = (HttpsURLConnection) of.uri("/a?b=c").toURL().openConnection();
    call.setSSLSocketFactory(sockets);
    return new String(call.getInputStream().readAllBytes());
  }

  @RepeatedTest(2)
  void eachTestBeginsAfreshWithWhatWasDeclared() throws Exception {
    SSLSocketFactory sockets = server.sslContext().getSocketFactory();
    assertThat(get(server, sockets) + get(server, sockets)).isEqualTo("<ok/><ok/>");
    assertThat(server.fullHandshakes()).isEqualTo(1);
    assertThat(server.resumedHandshakes()).isEqualTo(1);
    server.answering("other").faults(Fault.RESET_IN_HANDSHAKE, Fault.NONE);
    assertThatThrownBy(() -> get(server, sockets)).isInstanceOf(IOException.class);
    assertThat(get(server, sockets)).isEqualTo("other");
    assertThat(server.requests()).hasSize(3).allMatch(request -> request.path().equals("/a"));
    server.fault(Fault.GARBAGE);
    assertThat(List.of(server.trustStore(), server.keyStore(), server.authorityFile()))
        .allSatisfy(file -> assertThat(file).isNotEmptyFile());
  }

  @Test
  void oneOfAnInstanceRunsForATest() throws IOException {
    assertThat(get(own, own.sslContext().getSocketFactory())).isEqualTo("own");
    assertThat(own.requests()).hasSize(1);
  }
}
