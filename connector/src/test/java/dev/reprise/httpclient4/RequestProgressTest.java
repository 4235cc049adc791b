package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.http.RequestProgress;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.testkit.HttpProxy.Refusal;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.client.methods.HttpUriRequest;
import org.apache.http.client.protocol.HttpClientContext;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.conn.routing.RouteInfo.LayerType;
import org.apache.http.conn.routing.RouteInfo.TunnelType;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.socket.PlainConnectionSocketFactory;
import org.apache.http.protocol.HttpContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a failed call tells where HttpClient 4.5 alone can come to fail. */
@Tag("each-httpclient")
class RequestProgressTest {

  @RegisterExtension final Callers callers = new Callers();

  private static RequestProgress progress(
      Caller caller, HttpUriRequest request, HttpContext context) {
    return RequestProgress.of(catchThrowable(() -> caller.http.execute(request, context)));
  }

  @Test
  void nothingIsSentByASchemeThatIsNotKnown() {
    Caller caller = callers.with(callers.trusting());
    assertThat(progress(caller, new HttpGet("gopher://localhost:1/"), null))
        .isEqualTo(RequestProgress.NOT_SENT);
  }

  /** As by a user's own socket factory, of whatever making. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void nothingIsSentWhereNoSocketIsMade(boolean unchecked) {
    PlainConnectionSocketFactory socks =
        new PlainConnectionSocketFactory() {
          @Override
          public Socket createSocket(HttpContext context) throws IOException {
            if (unchecked) {
              throw new IllegalStateException("no socket");
            }
            throw new SocketException("SOCKS: not allowed");
          }
        };
    HttpClientContext context = HttpClientContext.create();
    context.setAttribute(
        "http.socket-factory-registry",
        RegistryBuilder.<ConnectionSocketFactory>create().register("http", socks).build());
    Caller caller = callers.with(callers.trusting());
    assertThat(progress(caller, new HttpGet("http://localhost:1/"), context))
        .isEqualTo(RequestProgress.NOT_SENT);
  }

  /** A proxy that answers the CONNECT to the new location and goes away. */
  @Test
  void itIsNotKnownOfARedirectThroughAProxyThatFails() throws Exception {
    HttpProxy proxy = callers.closing(new HttpProxy(Refusal.HANG_UP));
    TlsPeer peer = callers.peer();
    peer.answer(request -> Answer.of(303, "").with("Location", "https://elsewhere.invalid/"));
    Caller caller =
        callers.with(
            callers.trusting(),
            http ->
                http.setRoutePlanner(
                    (target, request, context) ->
                        target.getHostName().equals("localhost")
                            ? new HttpRoute(target, null, true)
                            : new HttpRoute(
                                target,
                                null,
                                Callers.host(proxy),
                                true,
                                TunnelType.TUNNELLED,
                                LayerType.LAYERED)));
    assertThat(progress(caller, new HttpPost(peer.url()), null)).isEqualTo(RequestProgress.UNKNOWN);
  }

  /** The first connection is there before the call whose timeout bounds the second one. */
  @Test
  void itIsNotKnownOfARedirectToAServerThatStalls() throws Exception {
    TlsPeer stalled = callers.peer().misbehave(Fault.STALL_HANDSHAKE);
    TlsPeer peer = callers.peer().misbehave(Fault.KEEP_ALIVE);
    Caller caller = callers.with(callers.trusting());
    caller.get(peer.url());
    peer.answer(request -> Answer.of(303, "").with("Location", stalled.url()));
    HttpPost request = new HttpPost(peer.url());
    request.setConfig(RequestConfig.copy(Caller.PATIENT).setConnectTimeout(200).build());
    assertThat(progress(caller, request, null)).isEqualTo(RequestProgress.UNKNOWN);
    assertThat(peer.connections()).isEqualTo(1);
    Eventually.holds(() -> stalled.connections() == 1);
  }

  @Test
  void anotherExceptionTellsNothing() {
    assertThat(RequestProgress.of(new IOException("of something else")))
        .isEqualTo(RequestProgress.UNKNOWN);
  }
}
