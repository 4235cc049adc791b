package dev.reprise.httpclient5;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.http.RequestProgress;
import dev.reprise.httpclient.Call;
import dev.reprise.httpclient.Client;
import dev.reprise.httpclient.Clients;
import dev.reprise.httpclient.Library;
import dev.reprise.httpclient.Setup;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.TlsPeer;
import java.util.function.Consumer;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.HttpHeaders;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What the interceptor of HttpClient 5 alone can tell. */
class CallProgressTest {

  @RegisterExtension final Clients clients = new Clients();

  private Client client(Consumer<Setup> settings) throws Exception {
    return clients.with(
        Library.HTTPCLIENT5,
        setup -> {
          setup.callProgress = true;
          setup.maxTotal = 1;
          setup.leaseMillis = 50;
          settings.accept(setup);
        });
  }

  private static void assertProgress(Client client, String url, RequestProgress progress) {
    assertThat(Clients.progress(client, Call.post(url, "<pay/>"))).isEqualTo(progress);
  }

  /** Where the pool has no connection left, and over connections that are not of this package. */
  @Test
  void itTellsWhatTheConnectionsCannotKnow() throws Exception {
    TlsPeer peer = clients.peer();
    TlsPeer next = clients.peer();
    String nobody = clients.nobody();
    Client client =
        client(
            setup -> {
              setup.manager = Setup.Manager.STOCK;
              setup.manager5 = pool -> pool.setMaxConnTotal(10);
            });
    assertProgress(client, nobody, RequestProgress.NOT_SENT);
    peer.answer(request -> Answer.of(303, "").with("Location", nobody));
    assertProgress(client, peer.url(), RequestProgress.UNKNOWN);
    peer.answer(request -> Answer.of(303, "").with("Location", next.url()));
    client.execute(
        Call.get(next.url()),
        (status, body) -> {
          assertProgress(client, next.url(), RequestProgress.NOT_SENT);
          assertProgress(client, peer.url(), RequestProgress.UNKNOWN);
          return status;
        });
    assertThat(next.requests()).isEqualTo(1);
  }

  @Test
  void anAttemptThatIsMadeOutsideOfItIsSeen() throws Exception {
    TlsPeer peer = clients.peer();
    ExecChainHandler again =
        (request, scope, chain) -> {
          chain.proceed(request, scope).close();
          peer.close();
          return chain.proceed(request, scope);
        };
    Client client =
        client(setup -> setup.client5 = http -> http.addExecInterceptorFirst("again", again));
    assertProgress(client, peer.url(), RequestProgress.UNKNOWN);
    assertThat(peer.requests()).isEqualTo(1);
  }

  /** An interceptor that goes on after whatever is thrown. */
  @Test
  void anErrorOfTheBodyHidesNoAttempt() throws Exception {
    TlsPeer peer = clients.peer();
    ExecChainHandler again =
        (request, scope, chain) -> {
          try {
            return chain.proceed(request, scope);
          } catch (AssertionError e) {
            peer.close();
            request.removeHeaders(HttpHeaders.TRANSFER_ENCODING);
            return chain.proceed(request, scope);
          }
        };
    Client client =
        client(
            setup -> setup.client5 = http -> http.addExecInterceptorAfter("call", "again", again));
    Call call =
        Call.post(
            peer.url(),
            -1,
            out -> {
              out.write(new byte[64 * 1024]);
              throw new AssertionError("of the body");
            });
    assertThat(Clients.progress(client, call)).isEqualTo(RequestProgress.UNKNOWN);
  }
}
