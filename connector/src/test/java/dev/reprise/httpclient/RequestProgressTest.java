package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.http.RequestProgress;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.testkit.HttpProxy.Refusal;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.SocketException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A failed call tells whether the server may have acted on it. */
@Tag("each-httpclient")
@ParameterizedClass
@MethodSource("dev.reprise.httpclient.Library#all")
class RequestProgressTest extends Clients {

  private static final int PART = 64 * 1024;

  @Parameter Library library;

  private TlsPeer peer(Fault fault) throws Exception {
    return peer().misbehave(fault);
  }

  private Client client(Consumer<Setup> settings) throws Exception {
    return with(
        library,
        setup -> {
          setup.maxTotal = 1;
          settings.accept(setup);
        });
  }

  private Client client() throws Exception {
    return client(setup -> {});
  }

  private static void assertProgress(Client client, Call call, RequestProgress progress) {
    assertThat(progress(client, call)).isEqualTo(progress);
  }

  /** A URL with the port 0 replaced by one at which nobody listens. */
  private String nobody(String url) {
    return url.replace(":0", ":" + URI.create(nobody()).getPort());
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://localhost:0/", "https://localhost:0/", "http://no.invalid/"})
  void nothingIsSentWhereNothingListens(String url) throws Exception {
    assertProgress(client(), Call.get(nobody(url)), RequestProgress.NOT_SENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GARBAGE", "STALL_HANDSHAKE"})
  void nothingIsSentBeforeTheHandshake(Fault fault) throws Exception {
    Client client = client(setup -> setup.connectMillis = 200);
    assertProgress(client, Call.get(peer(fault).url()), RequestProgress.NOT_SENT);
  }

  /** HttpClient 4.5 does not let know which attempt it is that waits. */
  @Test
  void nothingIsSentWhileThePoolIsExhausted() throws Exception {
    TlsPeer peer = peer(Fault.NONE);
    Client client =
        client(
            setup -> {
              setup.callProgress = true;
              setup.leaseMillis = 50;
            });
    client.execute(
        Call.get(peer.url()),
        (status, body) -> {
          assertProgress(client, Call.get(peer.url()), notSentWhereAttemptsAreKnown());
          return status;
        });
    assertThat(peer.requests()).isEqualTo(1);
  }

  /** The CONNECT is not the caller's request. */
  @ParameterizedTest
  @EnumSource(names = {"DROP", "NONSENSE", "HANG_UP"})
  void nothingIsSentThroughAProxyThatFails(Refusal refusal) throws Exception {
    HttpProxy proxy = closing(new HttpProxy(refusal));
    Client client = client(setup -> setup.proxy = proxy.port());
    assertProgress(client, Call.get("https://localhost:1/"), RequestProgress.NOT_SENT);
  }

  /** HttpClient's retries throw a copy of the exception, with its stack trace alone. */
  @Test
  void itIsKnownThoughHttpClientCopiesTheException() throws Exception {
    Call call = Call.post(scripted(ScriptedPeer::readRequest).url(), "<a/>");
    Throwable failure = catchThrowable(() -> client(setup -> setup.repeating = true).call(call));
    assertThat(failure.getClass().getSimpleName()).isEqualTo("NoHttpResponseException");
    assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.SENT);
  }

  /** With and without an {@code Expect: 100-continue} that the server leaves unanswered. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPartIsSentBeforeTheServerGoesAway(boolean expectContinue) throws Exception {
    TlsPeer peer = peer(Fault.NONE);
    Call call =
        Call.post(
            peer.url(),
            1000L * PART,
            out -> {
              out.write(new byte[PART]);
              peer.close();
              for (int i = 1; i < 1000; i++) {
                out.write(new byte[PART]);
              }
            });
    call.expectContinue = expectContinue;
    Client client = client(setup -> setup.continueMillis = 10);
    assertProgress(client, call, RequestProgress.PARTLY_SENT);
    assertThat(peer.requests()).isZero();
  }

  private enum Source {
    FAILS,
    FAILS_IN_OTHER_WORDS,
    THROWS_AN_ERROR
  }

  /** A body made from another call, which fails without having been sent. */
  @ParameterizedTest
  @EnumSource
  void aPartIsSentThoughAnotherCallWasNot(Source source) throws Exception {
    String nobody = nobody();
    Client another = client();
    Call call =
        Call.post(
            peer(Fault.NONE).url(),
            -1,
            out -> {
              out.write(new byte[PART]);
              try {
                another.get(nobody);
              } catch (IOException e) {
                if (source == Source.THROWS_AN_ERROR) {
                  throw new AssertionError("no source", e);
                }
                throw source == Source.FAILS ? e : new IOException("no source", e);
              }
            });
    assertProgress(client(), call, RequestProgress.PARTLY_SENT);
  }

  /** The server has acted on the request before. */
  @ParameterizedTest
  @ValueSource(strings = {"http://localhost:0/", "https://localhost:0/", "https://no.invalid/"})
  void itIsNotKnownOfARedirectThatIsNotSent(String location) throws Exception {
    String next = nobody(location);
    TlsPeer peer = peer(Fault.NONE);
    Client client = client();
    for (int status : new int[] {302, 303, 307}) {
      peer.answer(request -> Answer.of(status, "").with("Location", next));
      assertProgress(client, Call.post(peer.url(), "<a/>"), RequestProgress.UNKNOWN);
    }
    assertThat(peer.requests()).isEqualTo(3);
  }

  @Test
  void itIsNotKnownAfterAChallenge() throws Exception {
    TlsPeer peer = peer(Fault.NONE);
    peer.answer(
        request -> {
          // On the connection that comes next.
          peer.misbehave(Fault.GARBAGE);
          return Answer.of(401, "").with("WWW-Authenticate", "Basic realm=\"a\"");
        });
    Client client = client(setup -> setup.user = HttpProxy.USER);
    assertProgress(client, Call.get(peer.url()), RequestProgress.UNKNOWN);
  }

  /** HttpClient 4.5 throws the same between two attempts of a call. */
  @Test
  void nothingIsSentByARequestThatWasAbortedBeforehand() throws Exception {
    Call call = Call.post("https://localhost:1/", "<a/>");
    call.abort();
    assertProgress(
        client(setup -> setup.callProgress = true), call, notSentWhereAttemptsAreKnown());
  }

  private RequestProgress notSentWhereAttemptsAreKnown() {
    return library == Library.HTTPCLIENT4 ? RequestProgress.UNKNOWN : RequestProgress.NOT_SENT;
  }

  /** The CONNECT of the second attempt comes after a first one that was sent in part. */
  @Test
  void whatWasSentInPartIsSentAgainThroughATunnel() throws Exception {
    HttpProxy proxy = proxy();
    AtomicInteger attempts = new AtomicInteger();
    Call call =
        Call.post(
            peer(Fault.NONE).url(),
            -1,
            out -> {
              out.write('a');
              if (attempts.incrementAndGet() == 1) {
                throw new SocketException("the source has ended");
              }
            });
    Client client =
        client(
            setup -> {
              setup.proxy = proxy.port();
              setup.again = count -> count == 1;
            });
    assertThat(client.call(call)).isEqualTo(TlsPeer.BODY);
    assertThat(attempts).hasValue(2);
    assertThat(proxy.tunnels()).isEqualTo(2);
  }
}
