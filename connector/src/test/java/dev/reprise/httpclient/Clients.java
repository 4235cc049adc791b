package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.http.RequestProgress;
import dev.reprise.testkit.Acceptor;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ClosedPort;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The rule of every test here: makes the clients, closes what the test opened, and fails the test
 * if a leased connection, a leased lane, a socket or a thread is left over.
 */
public final class Clients implements BeforeEachCallback, AfterEachCallback {

  private static final Certificates CERTIFICATES = new Certificates();

  private static final Map<RequestProgress, String> WORDS =
      Map.of(
          RequestProgress.NOT_SENT, "The request was not sent",
          RequestProgress.PARTLY_SENT, "The request may have been sent in part",
          RequestProgress.SENT, "The request was sent, and no response was received",
          RequestProgress.ANSWERED,
              "The request was sent and the head of the response was received",
          RequestProgress.UNKNOWN, "");

  private final NothingLeftOver nothingLeftOver = new NothingLeftOver();
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  /** Threads of the test, which end with it. */
  public final ExecutorService threads = Executors.newCachedThreadPool();

  public Certificates certificates() {
    return CERTIFICATES;
  }

  public TlsPeer peer(String... protocols) throws Exception {
    return closing(TlsPeer.start(CERTIFICATES, protocols));
  }

  public String plain() throws IOException {
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

  /** A proxy in clear that serves all. */
  public HttpProxy proxy() throws IOException {
    return closing(new HttpProxy(HttpProxy.Refusal.NONE));
  }

  public ScriptedPeer scripted(ScriptedPeer.Script script, String... protocols) throws Exception {
    return closing(ScriptedPeer.start(CERTIFICATES, script, protocols));
  }

  public TlsPeer peerOf(Certificates authority, HeldCertificate certificate, String... protocols)
      throws Exception {
    return closing(
        new TlsPeer(
            authority.keyManagers(certificate), authority.trustManagers(), false, protocols));
  }

  public String nobody() {
    return "https://localhost:" + closing(ClosedPort.take()).port() + "/";
  }

  public TlsSettings.Builder trusting() {
    return TlsSettings.builder().trustManagers(CERTIFICATES.trustManagers());
  }

  public SSLContext stock() throws GeneralSecurityException {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, CERTIFICATES.trustManagers(), null);
    return context;
  }

  public Client with(Library library, Consumer<Setup> settings) throws GeneralSecurityException {
    return with(library, trusting(), settings);
  }

  public Client with(Library library, TlsSettings.Builder tls, Consumer<Setup> settings)
      throws GeneralSecurityException {
    Setup setup = new Setup(stock(), tls);
    settings.accept(setup);
    Client client = closing(library.client(setup));
    nothingLeftOver.watchLeases(client::leased);
    nothingLeftOver.watchLeases(() -> client.sockets.laneCounts().leased());
    return client;
  }

  public Client4 with4(Consumer<Setup> settings) throws GeneralSecurityException {
    return (Client4) with(Library.HTTPCLIENT4, settings);
  }

  /** A provider of TLS by its name, or else the JDK's. */
  public static Provider provider(String name) {
    switch (name) {
      case "Conscrypt":
        return Conscrypt.newProvider();
      case "BCJSSE":
        return new BouncyCastleJsseProvider(new BouncyCastleProvider());
      default:
        return Security.getProvider("SunJSSE");
    }
  }

  /** A client that waits for a server's close for as long as that takes. */
  public Client waiting(Library library, Consumer<Setup> settings) throws GeneralSecurityException {
    return with(library, trusting().closeTimeout(Client.LONG_WAIT), settings);
  }

  /** What a failed call says of its request. */
  public static RequestProgress progress(Client client, Call call) {
    return progress(client, call, null);
  }

  public static RequestProgress progress(Client client, Call call, Object context) {
    return progressOf(
        catchThrowable(() -> client.execute(call, context, (status, body) -> body.readAllBytes())));
  }

  /** The same, which it says in words too, unless HttpClient has copied it. */
  public static RequestProgress progressOf(Throwable failure) {
    RequestProgress progress = RequestProgress.of(failure);
    assertThat(RequestProgress.of(new IllegalStateException(failure))).isEqualTo(progress);
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    assertThat(trace.toString()).contains(WORDS.get(progress));
    return progress;
  }

  /** Closes it when the test is over, whatever was opened last first. */
  public <T extends AutoCloseable> T closing(T resource) {
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
      if (resource instanceof Client && context.getExecutionException().isEmpty()) {
        assertThat(((Client) resource).leased()).as("leased connections").isZero();
      }
      resource.close();
    }
    threads.shutdownNow();
    if (!threads.awaitTermination(20, TimeUnit.SECONDS)) {
      throw new AssertionError("Threads of the test did not end");
    }
    nothingLeftOver.afterEach(context);
  }
}
