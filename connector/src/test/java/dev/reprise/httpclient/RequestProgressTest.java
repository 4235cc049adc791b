package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.reprise.http.RequestProgress;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.HttpProxy;
import dev.reprise.testkit.HttpProxy.Refusal;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.SocketException;
import java.net.URI;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
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
class RequestProgressTest {

  private static final int PART = 64 * 1024;
  private static final String IN_PART = "The request may have been sent in part";

  @RegisterExtension final Clients clients = new Clients();
  @Parameter Library library;

  private TlsPeer peer(Fault fault) throws Exception {
    return clients.peer().misbehave(fault);
  }

  private Client client(Consumer<Setup> settings) throws Exception {
    return clients.with(
        library,
        setup -> {
          setup.maxTotal = 1;
          settings.accept(setup);
        });
  }

  private Client client() throws Exception {
    return client(setup -> {});
  }

  private static void assertFailure(
      Client client, Call call, RequestProgress progress, String words) {
    Throwable failure = catchThrowable(() -> client.call(call));
    assertThat(failure).isInstanceOf(IOException.class);
    assertThat(RequestProgress.of(failure)).as(failure.toString()).isEqualTo(progress);
    assertThat(RequestProgress.of(new IllegalStateException(failure))).isEqualTo(progress);
    StringWriter trace = new StringWriter();
    failure.printStackTrace(new PrintWriter(trace));
    assertThat(trace.toString()).contains(words);
  }

  private static void assertProgress(Client client, Call call, RequestProgress progress) {
    assertThat(Clients.progress(client, call)).isEqualTo(progress);
  }

  /** A URL with the port 0 replaced by one at which nobody listens. */
  private String nobody(String url) {
    return url.replace(":0", ":" + URI.create(clients.nobody()).getPort());
  }

  @ParameterizedTest
  @ValueSource(strings = {"http://localhost:0/", "https://localhost:0/", "http://no.invalid/"})
  void nothingIsSentWhereNothingListens(String url) throws Exception {
    assertProgress(client(), Call.get(nobody(url)), RequestProgress.NOT_SENT);
  }

  @ParameterizedTest
  @ValueSource(strings = {"GARBAGE", "STALL_HANDSHAKE"})
  void nothingIsSentBeforeTheHandshake(Fault fault) throws Exception {
    assertProgress(
        client(setup -> setup.connectMillis = 200),
        Call.get(peer(fault).url()),
        RequestProgress.NOT_SENT);
  }

  /** HttpClient 4.5 does not let know which attempt it is that waits. */
  @Test
  void nothingIsSentWhileThePoolIsExhausted() throws Exception {
    TlsPeer peer = peer(Fault.NONE);
    Client client = client(setup -> setup.callProgress = true);
    Call second = Call.get(peer.url());
    second.leaseMillis = 50;
    client.execute(
        Call.get(peer.url()),
        (status, body) -> {
          assertProgress(client, second, notSentWhereAttemptsAreKnown());
          return status;
        });
    assertThat(peer.requests()).isEqualTo(1);
  }

  /** The CONNECT is not the caller's request. */
  @ParameterizedTest
  @EnumSource(names = {"DROP", "NONSENSE", "HANG_UP", "FORGE"})
  void nothingIsSentThroughAProxyThatFails(Refusal refusal) throws Exception {
    HttpProxy proxy = clients.closing(new HttpProxy(refusal));
    assertProgress(
        client(setup -> setup.proxy = proxy.port()),
        Call.get("https://localhost:1/"),
        RequestProgress.NOT_SENT);
  }

  @Test
  void nothingIsSentToAServerThatIsNotTrusted() throws Exception {
    TlsPeer stranger = clients.closing(TlsPeer.start(new Certificates()));
    assertFailure(
        client(), Call.get(stranger.url()), RequestProgress.NOT_SENT, "The request was not sent");
  }

  @ParameterizedTest
  @ValueSource(strings = {"STALL", "RESET_BEFORE_RESPONSE"})
  void allIsSentBeforeTheResponse(Fault fault) throws Exception {
    TlsPeer peer = peer(fault);
    Call call = Call.post(peer.url(), "<a/>");
    call.responseMillis = 500;
    assertFailure(
        client(), call, RequestProgress.SENT, "The request was sent, and no response was received");
    // A slow server may come to read it after the timeout, or find its connection reset.
    assertThat(peer.requests()).isLessThanOrEqualTo(1);
  }

  /** HttpClient's retries throw a copy of the exception, with its stack trace alone. */
  @Test
  void itIsKnownThoughHttpClientCopiesTheException() throws Exception {
    ScriptedPeer peer =
        clients.closing(ScriptedPeer.start(clients.certificates(), ScriptedPeer::readRequest));
    Call call = Call.post("https://localhost:" + peer.port() + "/", "<a/>");
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
    assertFailure(
        client(setup -> setup.continueMillis = 10), call, RequestProgress.PARTLY_SENT, IN_PART);
    assertThat(peer.requests()).isZero();
  }

  /** A body made from another call, which fails without having been sent. */
  private Call bodyOfAnotherCall(UnaryOperator<IOException> failing) throws Exception {
    String nobody = clients.nobody();
    Client another = client();
    return Call.post(
        peer(Fault.NONE).url(),
        -1,
        out -> {
          out.write(new byte[PART]);
          try {
            another.get(nobody);
          } catch (IOException e) {
            throw failing.apply(e);
          }
        });
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aPartIsSentThoughAnotherCallWasNot(boolean wrapped) throws Exception {
    Call call = bodyOfAnotherCall(e -> wrapped ? new IOException("no source", e) : e);
    assertFailure(client(), call, RequestProgress.PARTLY_SENT, IN_PART);
  }

  @Test
  void aPartIsSentThoughAnErrorComesOfACallThatWasNot() throws Exception {
    Call call =
        bodyOfAnotherCall(
            e -> {
              throw new AssertionError("no source", e);
            });
    Client client = client();
    Throwable failure = catchThrowable(() -> client.call(call));
    assertThat(failure).isInstanceOf(AssertionError.class);
    assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.PARTLY_SENT);
  }

  @Test
  void theResponseHadBegun() throws Exception {
    assertFailure(
        client(),
        Call.get(peer(Fault.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY).url()),
        RequestProgress.ANSWERED,
        "The request was sent and the head of the response was received");
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
    assertProgress(client, Call.get(next), RequestProgress.NOT_SENT);
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
    HttpProxy proxy = clients.closing(new HttpProxy(Refusal.NONE));
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

  /** HttpClient drops what it knew of a request that was aborted. */
  @Test
  void itIsNotKnownOfWhatWasAborted() throws Exception {
    CountDownLatch asked = new CountDownLatch(1);
    CountDownLatch end = new CountDownLatch(1);
    ScriptedPeer.Script script =
        tls -> {
          ScriptedPeer.readRequest(tls);
          asked.countDown();
          end.await();
        };
    ScriptedPeer peer = clients.closing(ScriptedPeer.start(clients.certificates(), script));
    Call call = Call.get("https://localhost:" + peer.port() + "/");
    Future<?> abortion =
        clients.threads.submit(
            () -> {
              asked.await();
              call.abort();
              return null;
            });
    assertThat(Clients.progress(client(), call))
        .isNotIn(RequestProgress.NOT_SENT, RequestProgress.ANSWERED);
    abortion.get(20, TimeUnit.SECONDS);
    end.countDown();
  }
}
