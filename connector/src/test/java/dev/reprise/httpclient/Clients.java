package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.Servers;
import dev.reprise.http.RequestProgress;
import dev.reprise.testkit.Acceptor;
import dev.reprise.testkit.ClosedPort;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.security.Provider;
import java.security.Security;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.AfterEach;

/** Makes the clients of a test, and fails it if a leased connection or lane is left over. */
public abstract class Clients extends Servers {

  private static final Map<RequestProgress, String> WORDS =
      Map.of(
          RequestProgress.NOT_SENT, "The request was not sent",
          RequestProgress.PARTLY_SENT, "The request may have been sent in part",
          RequestProgress.SENT, "The request was sent, and no response was received",
          RequestProgress.ANSWERED,
              "The request was sent and the head of the response was received",
          RequestProgress.UNKNOWN, "");

  private final List<Client> made = new ArrayList<>();

  @AfterEach
  protected void nothingIsLeased() {
    for (Client each : made) {
      assertThat(each.leased()).as("leased connections").isZero();
    }
  }

  protected String plain() throws IOException {
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
  protected HttpProxy proxy() throws IOException {
    return closing(new HttpProxy(HttpProxy.Refusal.NONE));
  }

  protected String nobody() {
    return "https://localhost:" + closing(ClosedPort.take()).port() + "/";
  }

  protected TlsSettings.Builder trusting() {
    return TlsSettings.builder().trustManagers(certificates.trustManagers());
  }

  protected Client with(Library library, Consumer<Setup> settings) {
    return with(library, trusting(), settings);
  }

  protected Client with(Library library, TlsSettings.Builder tls, Consumer<Setup> settings) {
    Setup setup = new Setup(stock(), tls);
    settings.accept(setup);
    Client client = closing(library.client(setup));
    made.add(client);
    nothingLeftOver.watchLeases(client::leased);
    nothingLeftOver.watchLeases(() -> client.sockets.laneCounts().leased());
    return client;
  }

  protected Client4 with4(Consumer<Setup> settings) {
    return (Client4) with(Library.HTTPCLIENT4, settings);
  }

  /** A provider of TLS by its name, or else the JDK's. */
  protected static Provider provider(String name) {
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
  protected Client waiting(Library library, Consumer<Setup> settings) {
    return with(library, trusting().closeTimeout(Client.LONG_WAIT), settings);
  }

  /** What a failed call says of its request. */
  protected static RequestProgress progress(Client client, Call call) {
    return progress(client, call, null);
  }

  protected static RequestProgress progress(Client client, Call call, Object context) {
    return progressOf(
        catchThrowable(() -> client.execute(call, context, (status, body) -> body.readAllBytes())));
  }

  /** The same, which it says in words too, unless HttpClient has copied it. */
  protected static RequestProgress progressOf(Throwable failure) {
    RequestProgress progress = RequestProgress.of(failure);
    assertThat(RequestProgress.of(new IllegalStateException(failure))).isEqualTo(progress);
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    assertThat(trace.toString()).contains(WORDS.get(progress));
    return progress;
  }
}
