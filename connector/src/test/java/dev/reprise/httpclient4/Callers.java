package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Acceptor;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.apache.http.impl.client.HttpClientBuilder;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The rule of every test here: makes the callers, closes what the test opened, and fails the test
 * if a leased connection, a leased lane, a socket or a thread is left over.
 */
final class Callers implements BeforeEachCallback, AfterEachCallback {

  private final NothingLeftOver nothingLeftOver = new NothingLeftOver();
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();
  private final Certificates certificates = new Certificates();

  /** The authority of the peers. */
  Certificates certificates() {
    return certificates;
  }

  /** A peer for localhost, of the protocols given. */
  TlsPeer peer(String... protocols) throws IOException, GeneralSecurityException {
    return closing(TlsPeer.start(certificates, protocols));
  }

  /** The URL of a server of plain HTTP. */
  String plain() throws IOException {
    Acceptor acceptor = closing(new Acceptor());
    acceptor.start(
        socket -> {
          TlsPeer.readRequest(socket.getInputStream());
          socket
              .getOutputStream()
              .write(
                  ("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n" + TlsPeer.BODY)
                      .getBytes(StandardCharsets.US_ASCII));
        });
    return "http://localhost:" + acceptor.port() + "/path";
  }

  /** A proxy that serves all. */
  TestProxy proxy() throws IOException {
    return closing(new TestProxy(TestProxy.Refusal.NONE));
  }

  /** The JDK's TLS, with trust in the peers. */
  SSLContext stock() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, certificates.trustManagers(), null);
    return context;
  }

  /** Trust in the peers. */
  TlsSettings.Builder trusting() {
    return TlsSettings.builder().trustManagers(certificates.trustManagers());
  }

  Caller with(TlsSettings.Builder tls) {
    return with(tls, http -> {});
  }

  Caller with(TlsSettings.Builder tls, Consumer<HttpClientBuilder> http) {
    return with(tls, pool -> {}, http);
  }

  Caller with(
      TlsSettings.Builder tls,
      Consumer<ResumingConnectionManager.Builder> pool,
      Consumer<HttpClientBuilder> http) {
    Caller caller = closing(new Caller(tls, pool, http));
    nothingLeftOver.watchLeases(caller::leased);
    nothingLeftOver.watchLeases(() -> caller.manager.socketFactory().laneCounts().leased());
    return caller;
  }

  /** Closes it when the test is over, whatever was opened last first. */
  <T extends AutoCloseable> T closing(T resource) {
    opened.push(resource);
    return resource;
  }

  @Override
  public void beforeEach(ExtensionContext context) throws Exception {
    nothingLeftOver.beforeEach(context);
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    while (!opened.isEmpty()) {
      AutoCloseable resource = opened.pop();
      if (resource instanceof Caller && context.getExecutionException().isEmpty()) {
        assertThat(((Caller) resource).leased()).as("leased connections").isZero();
      }
      resource.close();
    }
    nothingLeftOver.afterEach(context);
  }
}
