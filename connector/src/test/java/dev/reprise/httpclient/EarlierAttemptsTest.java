package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.reprise.http.RequestProgress;
import dev.reprise.httpclient.Setup.Manager;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a call tells whose last attempt was not sent, beside what the server has read of it. */
@ParameterizedClass(name = "{0}, {1}, call progress: {2}")
@MethodSource("clients")
class EarlierAttemptsTest {

  @RegisterExtension final Clients clients = new Clients();

  @Parameter(0)
  Library library;

  @Parameter(1)
  Manager manager;

  @Parameter(2)
  boolean callProgress;

  /** The client of the test, with one connection at most. */
  private Client client;

  static Stream<Arguments> clients() {
    return Library.all().stream()
        .flatMap(
            library ->
                Stream.of(Manager.OURS, Manager.OF_PARTS)
                    .flatMap(
                        manager ->
                            library == Library.HTTPCLIENT4
                                ? Stream.of(arguments(library, manager, false))
                                : Stream.of(
                                    arguments(library, manager, false),
                                    arguments(library, manager, true))));
  }

  private enum Failure {
    /** Nobody listens any more. */
    REFUSED,
    /** The handshake fails. */
    HANDSHAKE,
    /** The pool has no connection left. */
    NO_CONNECTION
  }

  private void start(Consumer<Setup> settings) throws Exception {
    client =
        clients.with(
            library,
            setup -> {
              setup.manager = manager;
              setup.callProgress = callProgress;
              setup.maxTotal = 1;
              setup.leaseMillis = 50;
              settings.accept(setup);
            });
  }

  /** Has the next attempt fail. */
  private void next(Failure failure, TlsPeer peer) {
    try {
      switch (failure) {
        case REFUSED:
          peer.close();
          break;
        case HANDSHAKE:
          peer.misbehave(Fault.ALERT_IN_HANDSHAKE);
          break;
        case NO_CONNECTION:
          client.takeConnection();
          break;
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static Call post(String url) {
    return Call.post(url, "<pay/>");
  }

  private static Call delete(TlsPeer peer) {
    return Call.of("DELETE", peer.url());
  }

  /** The first attempt is read by the server, and the second one fails before it is sent. */
  @ParameterizedTest
  @EnumSource
  void theFirstAttemptWasSent(Failure failure) throws Exception {
    TlsPeer peer = clients.peer().misbehave(Fault.CLOSE_BEFORE_RESPONSE);
    start(setup -> setup.again = count -> count == 1 && again(failure, peer));
    assertThat(Clients.progress(client, delete(peer))).isEqualTo(RequestProgress.UNKNOWN);
    assertThat(peer.requests()).isEqualTo(1);
  }

  private boolean again(Failure failure, TlsPeer peer) {
    next(failure, peer);
    return true;
  }

  @ParameterizedTest
  @EnumSource
  void theFirstAttemptWasAnswered(Failure failure) throws Exception {
    TlsPeer peer = clients.peer().answer(request -> Answer.of(503, "later"));
    start(setup -> setup.beforeSecond = () -> next(failure, peer));
    assertThat(Clients.progress(client, post(peer.url()))).isEqualTo(RequestProgress.UNKNOWN);
    assertThat(peer.requests()).isEqualTo(1);
  }

  /** A peer that keeps connections, and ends them when it has read a DELETE. */
  private TlsPeer keepingUntilDelete() throws Exception {
    TlsPeer peer = clients.peer();
    return peer.answer(
        request -> {
          if (request.method().equals("DELETE")) {
            try {
              peer.endConnections();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          }
          return Answer.ok("kept").keptAlive();
        });
  }

  /** The connection of the first attempt was made for another call. */
  @Test
  void theFirstAttemptWasSentOnAConnectionThatWasKept() throws Exception {
    TlsPeer peer = keepingUntilDelete();
    start(setup -> setup.again = count -> count == 1 && again(Failure.REFUSED, peer));
    client.call(post(peer.url()));
    assertThat(Clients.progress(client, delete(peer))).isEqualTo(RequestProgress.UNKNOWN);
    assertThat(peer.connections()).isEqualTo(1);
    assertThat(peer.requests()).isEqualTo(2);
  }

  private enum Between {
    ABORT,
    SHUTDOWN,
    INTERRUPT,
    NO_CONNECTION
  }

  /** After the server's answer, before there is a connection to where that leads. */
  @ParameterizedTest
  @EnumSource
  void itIsNotKnownOfACallThatEndsBetweenTheHops(Between what) throws Exception {
    TlsPeer peer = clients.peer();
    peer.answer(request -> Answer.of(303, "").with("Location", peer.url() + "next"));
    Call call = post(peer.url());
    start(setup -> setup.redirecting = () -> end(what, call, peer));
    try {
      assertThat(Clients.progress(client, call)).isEqualTo(RequestProgress.UNKNOWN);
    } finally {
      assertThat(Thread.interrupted()).isEqualTo(what == Between.INTERRUPT);
    }
    assertThat(peer.requests()).isEqualTo(1);
  }

  private void end(Between what, Call call, TlsPeer peer) {
    switch (what) {
      case ABORT:
        call.abort();
        break;
      case SHUTDOWN:
        client.shutDown(true);
        break;
      case INTERRUPT:
        // Who need not wait does not see it.
        next(Failure.NO_CONNECTION, peer);
        Thread.currentThread().interrupt();
        break;
      case NO_CONNECTION:
        next(Failure.NO_CONNECTION, peer);
        break;
    }
  }

  /** What a call does besides between the attempt that the server reads and one that fails. */
  private enum Besides {
    /** An interceptor makes a call of its own. */
    NESTED_CALL,
    /** A part of the chain gives each attempt a request object of its own. */
    REQUEST_OF_ITS_OWN,
    /** And a context. */
    CONTEXT_OF_ITS_OWN,
    /** The interceptor's own call is the one that fails. */
    NESTED_CALL_FAILS
  }

  /** The first attempt goes over a connection that was kept. */
  @ParameterizedTest
  @MethodSource("besides")
  void theServerHasReadTheRequestWhateverElseTheCallDoes(Besides besides, Failure failure)
      throws Exception {
    TlsPeer peer = keepingUntilDelete();
    String nobody = clients.nobody();
    start(
        setup -> {
          setup.own =
              besides == Besides.REQUEST_OF_ITS_OWN
                  ? Setup.Own.REQUEST
                  : besides == Besides.CONTEXT_OF_ITS_OWN ? Setup.Own.CONTEXT : Setup.Own.NOTHING;
          setup.again =
              count -> {
                if (count == 1 && besides == Besides.NESTED_CALL) {
                  nest(peer);
                }
                if (count == 1 && besides != Besides.NESTED_CALL_FAILS) {
                  next(failure, peer);
                }
                return count == 1;
              };
          setup.attempting =
              () -> {
                if (besides == Besides.NESTED_CALL_FAILS && peer.requests() > 1) {
                  another().get(nobody);
                }
              };
        });
    client.call(post(peer.url()));
    assertThat(Clients.progress(client, delete(peer))).isNotEqualTo(RequestProgress.NOT_SENT);
    assertThat(peer.requests()).isGreaterThan(1);
  }

  static Stream<Arguments> besides() {
    return Stream.of(Besides.values())
        .flatMap(
            besides ->
                Stream.of(Failure.REFUSED, Failure.NO_CONNECTION)
                    .map(failure -> arguments(besides, failure)));
  }

  /** A client over the same connections. */
  private Client another() {
    try {
      return clients.with(library, setup -> setup.sharing = client);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void nest(TlsPeer peer) {
    try {
      another().get(peer.url() + "token");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An interceptor's call while the server's redirect is followed. */
  @Test
  void theRequestWasAnsweredWithARedirectBeforeANestedCall() throws Exception {
    TlsPeer peer = clients.peer();
    peer.answer(
        request ->
            request.target().equals("/")
                ? Answer.of(303, "").with("Location", peer.url() + "next")
                : Answer.ok("token"));
    start(
        setup ->
            setup.redirecting =
                () -> {
                  nest(peer);
                  next(Failure.NO_CONNECTION, peer);
                });
    assertThat(Clients.progress(client, post(peer.url()))).isEqualTo(RequestProgress.UNKNOWN);
    assertThat(peer.requests()).isEqualTo(2);
  }

  @Test
  void aContextThatHasServedACallTellsOfNoOther() throws Exception {
    TlsPeer peer = clients.peer();
    Call call = post(clients.nobody());
    start(setup -> {});
    Object context = client.newContext();
    client.execute(post(peer.url()), context, (status, body) -> status);
    assertThat(Clients.progress(client, call, context)).isEqualTo(RequestProgress.UNKNOWN);
    // HttpClient 5's own manager connects without a word to the parts of ours.
    boolean known = library == Library.HTTPCLIENT4 || manager == Manager.OURS || callProgress;
    assertThat(Clients.progress(client, call))
        .isEqualTo(known ? RequestProgress.NOT_SENT : RequestProgress.UNKNOWN);
  }
}
