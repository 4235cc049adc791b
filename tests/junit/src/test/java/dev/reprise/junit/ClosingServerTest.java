package dev.reprise.junit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Fault;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.EnumSet;
import java.util.Set;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a user of the extension meets, called by the JDK's own client. */
class ClosingServerTest {

  @RegisterExtension
  static final ClosingServer server =
      ClosingServer.tls13()
          .answering("<ok/>")
          .answering("/busy", Answer.of(503, "later").with("Retry-After", "7"));

  private static HttpsURLConnection open(URI uri, SSLSocketFactory sockets) throws IOException {
    HttpsURLConnection connection = (HttpsURLConnection) uri.toURL().openConnection(Proxy.NO_PROXY);
    connection.setSSLSocketFactory(sockets);
    connection.setConnectTimeout(2_000);
    connection.setReadTimeout(10_000);
    return connection;
  }

  static String get(URI uri, SSLSocketFactory sockets) throws IOException {
    try (InputStream body = open(uri, sockets).getInputStream()) {
      return new String(body.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  private static String get() throws IOException {
    return get(server.uri(), server.sslContext().getSocketFactory());
  }

  @Test
  void answersAndCloses() throws IOException {
    HttpsURLConnection connection =
        open(server.uri("/a?b=c"), server.sslContext().getSocketFactory());
    connection.setRequestProperty("X-Mine", "1");
    connection.setDoOutput(true);
    connection.setChunkedStreamingMode(2);
    connection.getOutputStream().write("hello".getBytes(StandardCharsets.UTF_8));
    try (InputStream body = connection.getInputStream()) {
      assertThat(body).hasContent("<ok/>");
    }
    assertThat(connection.getHeaderField("Connection")).isEqualTo("close");
    assertThat(server.requests())
        .singleElement()
        .satisfies(
            request -> {
              assertThat(request.method()).isEqualTo("POST");
              assertThat(request.target()).isEqualTo("/a?b=c");
              assertThat(request.path()).isEqualTo("/a");
              assertThat(request.header("x-mine")).isEqualTo("1");
              assertThat(request.text()).isEqualTo("hello");
            });
  }

  @Test
  void answersByPath() throws IOException {
    HttpsURLConnection connection =
        open(server.uri("/busy"), server.sslContext().getSocketFactory());
    assertThat(connection.getResponseCode()).isEqualTo(HttpURLConnection.HTTP_UNAVAILABLE);
    assertThat(connection.getHeaderField("Retry-After")).isEqualTo("7");
  }

  @Test
  void whatATestChangesIsGoneInTheNext() throws IOException {
    String first = get();
    server.answering(request -> Answer.ok(request.path())).fault(Fault.KEEP_ALIVE);
    String changed = get();
    server.beforeEach(null);
    assertThat(first).isEqualTo("<ok/>");
    assertThat(changed).isEqualTo("/");
    assertThat(server.requests()).isEmpty();
    assertThat(server.fullHandshakes()).isZero();
    assertThat(get()).isEqualTo("<ok/>");
    assertThat(server.fullHandshakes()).isEqualTo(1);
  }

  @Test
  void countsFullAndResumedHandshakes() throws IOException {
    ResumingSslSocketFactory sockets =
        new ResumingSslSocketFactory(
            TlsSettings.builder().trustManagers(server.trustManager()).build());
    for (int i = 0; i < 5; i++) {
      get(server.uri(), sockets);
    }
    assertThat(server.fullHandshakes()).isEqualTo(1);
    assertThat(server.resumedHandshakes()).isEqualTo(4);
  }

  @Test
  void handshakesThatFailedAreNotCounted() throws Exception {
    for (int i = 0; i < 3; i++) {
      assertThatThrownBy(() -> get(server.uri(), SSLContext.getDefault().getSocketFactory()))
          .isInstanceOf(SSLHandshakeException.class);
    }
    countsFullAndResumedHandshakes();
  }

  @Test
  void clientsThatWereRefusedAreNotCounted() throws IOException {
    try (ClosingServer strict = ClosingServer.tls12().demandingClientCertificates().start()) {
      ResumingSslSocketFactory without =
          new ResumingSslSocketFactory(
              TlsSettings.builder().trustManagers(strict.trustManager()).build());
      assertThatThrownBy(() -> get(strict.uri(), without)).isInstanceOf(IOException.class);
      get(strict.uri(), strict.sslContext().getSocketFactory());
      assertThat(strict.fullHandshakes()).isEqualTo(1);
      assertThat(strict.resumedHandshakes()).isZero();
    }
  }

  @Test
  void nullIsNoAnswer() throws IOException {
    assertThatThrownBy(() -> server.answering((Answer) null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("answer");
    assertThatThrownBy(() -> server.answering("/a", null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("answer");
    server.answering(request -> null);
    HttpsURLConnection call = open(server.uri("/a?b"), server.sslContext().getSocketFactory());
    assertThat(call.getResponseCode()).isEqualTo(HttpURLConnection.HTTP_INTERNAL_ERROR);
    assertThat(call.getErrorStream())
        .hasContent("The function given to answering() returned null for GET /a?b");
  }

  @Test
  void whatCannotBeServedIsRefusedByName() {
    assertThatThrownBy(() -> server.uri("a")).hasMessage("path: 'a' does not begin with a slash");
    assertThatThrownBy(() -> server.uri(null)).hasMessage("path");
    assertThatThrownBy(() -> server.fault(null)).hasMessage("fault");
    assertThatThrownBy(() -> server.faults(Fault.NONE, null)).hasMessage("fault");
    assertThatThrownBy(() -> Answer.ok(null)).hasMessage("body");
    assertThatThrownBy(() -> Answer.of(99, "")).hasMessage("status: 99 is not within 200 to 599");
    assertThatThrownBy(() -> Answer.ok("").with(null, "a")).hasMessage("name");
    assertThatThrownBy(() -> Answer.ok("").with("X-A", "b\r\nX-C: d"))
        .hasMessage("header X-A: it holds the end of a line");
  }

  private static final Set<Fault> WHOLE =
      EnumSet.of(
          Fault.NONE,
          Fault.KEEP_ALIVE,
          Fault.CLOSE_DELIMITED,
          Fault.CLOSE_WITHOUT_CLOSE_NOTIFY,
          Fault.HOLD_OPEN,
          Fault.FREEZE_AFTER_RESPONSE,
          Fault.TRICKLE_AFTER_RESPONSE,
          Fault.CERTIFICATE_CHANGED,
          Fault.TICKETS_FORGOTTEN,
          Fault.EARLY_RESPONSE,
          Fault.FREEZE_POOLED,
          Fault.SLOW_RESPONSE);

  /** The JDK's old client takes what it got for the response. */
  private static final Set<Fault> UNNOTICED =
      EnumSet.of(
          Fault.LARGE_RESPONSE,
          Fault.DATA_AFTER_RESPONSE,
          Fault.FLOOD_AFTER_RESPONSE,
          Fault.CLOSE_AFTER_INTERIM,
          Fault.TRUNCATE_HEAD,
          Fault.CLOSE_AMID_BODY,
          Fault.TRUNCATE_LENGTH,
          Fault.TRUNCATE_LENGTH_NO_NOTIFY,
          Fault.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY);

  private static Class<?> thrown(Fault fault) {
    switch (fault) {
      case CERTIFICATE_EXPIRED:
      case CERTIFICATE_OF_OTHER_HOST:
      case CERTIFICATE_UNTRUSTED:
      case ALERT_IN_HANDSHAKE:
        return SSLHandshakeException.class;
      case ALERT_BEFORE_RESPONSE:
      case BAD_RECORD_BEFORE_RESPONSE:
      case GARBAGE:
        return SSLException.class;
      case CONNECT_STALL:
      case STALL:
      case STALL_HANDSHAKE:
      case FREEZE_HANDSHAKE:
      case FREEZE_BEFORE_RESPONSE:
      case STALL_AMID_BODY:
      case FREEZE_AMID_BODY:
        return SocketTimeoutException.class;
      default:
        return IOException.class;
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = Fault.class,
      mode = EnumSource.Mode.EXCLUDE,
      // The first may overtake the response; the others end no call that has neither a body nor a
      // deadline.
      names = {"RESET_AFTER_RESPONSE", "STOP_READING", "TRICKLE_HANDSHAKE"})
  void commitsEachFault(Fault fault) throws IOException {
    server.answering("0123456789").fault(fault);
    if (WHOLE.contains(fault)) {
      assertThat(get()).isEqualTo("0123456789");
    } else if (UNNOTICED.contains(fault)) {
      assertThat(get().equals("0123456789")).isFalse();
    } else {
      HttpsURLConnection call = open(server.uri(), server.sslContext().getSocketFactory());
      call.setReadTimeout(thrown(fault) == SocketTimeoutException.class ? 300 : 10_000);
      assertThatThrownBy(() -> call.getInputStream().readAllBytes()).isInstanceOf(thrown(fault));
    }
    server.endConnections().fault(Fault.NONE);
    assertThat(get()).isEqualTo("0123456789");
  }

  @Test
  void faultsInTurnAreForOneConnectionEach() throws IOException {
    server.faults(Fault.ALERT_IN_HANDSHAKE, Fault.NONE, Fault.GARBAGE);
    assertThatThrownBy(ClosingServerTest::get).isInstanceOf(SSLHandshakeException.class);
    assertThat(get()).isEqualTo("<ok/>");
    assertThatThrownBy(ClosingServerTest::get).isInstanceOf(SSLException.class);
    assertThat(get()).isEqualTo("<ok/>");
    assertThatThrownBy(() -> server.faults(Fault.CONNECT_STALL))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("CONNECT_STALL");
  }

  @Test
  void clientCertificatesAreDemanded() throws IOException {
    try (ClosingServer strict =
        ClosingServer.tls12().demandingClientCertificates().answering("let in").start()) {
      assertThat(get(strict.uri(), strict.sslContext().getSocketFactory())).isEqualTo("let in");
      ResumingSslSocketFactory without =
          new ResumingSslSocketFactory(
              TlsSettings.builder().trustManagers(strict.trustManager()).build());
      assertThatThrownBy(() -> get(strict.uri(), without)).isInstanceOf(IOException.class);
    }
  }

  @Test
  void filesAreThereUntilTheClose() throws Exception {
    Path trust;
    try (ClosingServer other = ClosingServer.tls().start()) {
      trust = other.trustStore();
      KeyStore store = KeyStore.getInstance(trust.toFile(), ClosingServer.PASSWORD.toCharArray());
      try (InputStream pem = Files.newInputStream(other.authorityFile())) {
        assertThat(CertificateFactory.getInstance("X.509").generateCertificate(pem))
            .isEqualTo(store.getCertificate("ca"));
      }
      assertThat(
              KeyStore.getInstance(other.keyStore().toFile(), ClosingServer.PASSWORD.toCharArray())
                  .isKeyEntry("client"))
          .isTrue();
    }
    assertThat(trust.getParent()).doesNotExist();
  }

  @Test
  void withoutAStartItSaysHow() {
    assertThatThrownBy(() -> new ClosingServer().uri())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("@RegisterExtension");
  }

  @Nested
  class InANestedClass {
    @Test
    void itRunsOn() throws IOException {
      assertThat(get()).isEqualTo("<ok/>");
    }
  }

  @Nested
  class OfAnInstance {

    @RegisterExtension final ClosingServer own = ClosingServer.tls12().answering("own");

    @Test
    void itRunsForATest() throws IOException {
      assertThat(get(own.uri(), own.sslContext().getSocketFactory())).isEqualTo("own");
      own.afterEach(null);
      assertThatThrownBy(own::port).isInstanceOf(IllegalStateException.class);
    }
  }
}
