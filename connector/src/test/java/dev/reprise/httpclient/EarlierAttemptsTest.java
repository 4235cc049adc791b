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
import org.junit.jupiter.api.BeforeEach;
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

  private TlsPeer peer;

  /** The client of the test, with one connection at most. */
  private Client client;

  static Stream<Arguments> clients() {
    return Library.all().stream()
        .flatMap(
            library ->
                Stream.of(Manager.OURS, Manager.OF_PARTS)
                    .flatMap(
                        manager ->
                            Stream.of(false, true)
                                .filter(progress -> !progress || library == Library.HTTPCLIENT5)
                                .map(progress -> arguments(library, manager, progress))));
  }

  private enum Failure {
    /** Nobody listens any more. */
    REFUSED,
    /** The handshake fails. */
    HANDSHAKE,
    /** The pool has no connection left. */
    NO_CONNECTION
  }

  @BeforeEach
  void startPeer() throws Exception {
    peer = clients.peer();
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

  /** Has the next attempt fail; there is to be one. */
  private boolean next(Failure failure) {
    try {
      if (failure == Failure.REFUSED) {
        peer.close();
      } else if (failure == Failure.HANDSHAKE) {
        peer.misbehave(Fault.ALERT_IN_HANDSHAKE);
      } else {
        client.takeConnection();
      }
      return true;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private Call post() {
    return Call.post(peer.url(), "<pay/>");
  }

  private Call delete() {
    return Call.of("DELETE", peer.url());
  }

  /** The first attempt is read by the server, and the second one fails before it is sent. */
  @ParameterizedTest
  @EnumSource
  void theFirstAttemptWasSent(Failure failure) throws Exception {
    peer.misbehave(Fault.CLOSE_BEFORE_RESPONSE);
    start(setup -> setup.again = count -> count == 1 && next(failure));
    assertThat(Clients.progress(client, delete())).isEqualTo(RequestProgress.UNKNOWN);
    assertThat(peer.requests()).isEqualTo(1);
  }

  private enum Between {
    ABORT,
    SHUTDOWN,
    INTERRUPT,
    REFUSED,
    HANDSHAKE,
    NO_CONNECTION
  }

  /** After the server's answer, before there is a connection to where that leads. */
  @ParameterizedTest
  @EnumSource
  void itIsNotKnownOfACallThatEndsBetweenTheHops(Between what) throws Exception {
    peer.answer(request -> Answer.of(303, "").with("Location", peer.url() + "next"));
    Call call = post();
    start(setup -> setup.redirecting = () -> end(what, call));
    try {
      assertThat(Clients.progress(client, call)).isEqualTo(RequestProgress.UNKNOWN);
    } finally {
      assertThat(Thread.interrupted()).isEqualTo(what == Between.INTERRUPT);
    }
    assertThat(peer.requests()).isEqualTo(1);
  }

  private void end(Between what, Call call) {
    if (what == Between.ABORT) {
      call.abort();
    } else if (what == Between.SHUTDOWN) {
      client.shutDown(true);
    } else if (what == Between.INTERRUPT) {
      // Who need not wait does not see it.
      next(Failure.NO_CONNECTION);
      Thread.currentThread().interrupt();
    } else {
      next(Failure.valueOf(what.name()));
    }
  }

  /** What a call does besides between the attempt that the server reads and one that fails. */
  private enum Besides {
    NOTHING,
    /** An interceptor makes a call of its own. */
    NESTED_CALL,
    /** A part of the chain gives each attempt a request object of its own. */
    REQUEST_OF_ITS_OWN,
    /** And a context. */
    CONTEXT_OF_ITS_OWN,
    /** The interceptor's own call is the one that fails. */
    NESTED_CALL_FAILS
  }

  static Stream<Arguments> besides() {
    return Stream.of(Besides.values())
        .flatMap(
            besides ->
                Stream.of(Failure.REFUSED, Failure.NO_CONNECTION)
                    .map(failure -> arguments(besides, failure)));
  }

  /** The first attempt goes over a connection that was made for another call, and kept. */
  @ParameterizedTest
  @MethodSource("besides")
  void theServerHasReadTheRequestWhateverElseTheCallDoes(Besides besides, Failure failure)
      throws Exception {
    peer.answer(
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
    String nobody = clients.nobody();
    start(
        setup -> {
          setup.ownRequest = besides == Besides.REQUEST_OF_ITS_OWN;
          setup.ownContext = besides == Besides.CONTEXT_OF_ITS_OWN;
          setup.again =
              count -> {
                if (count == 1 && besides == Besides.NESTED_CALL) {
                  nest();
                }
                if (count == 1 && besides != Besides.NESTED_CALL_FAILS) {
                  next(failure);
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
    client.call(post());
    RequestProgress progress = Clients.progress(client, delete());
    assertThat(progress).isNotEqualTo(RequestProgress.NOT_SENT);
    assertThat(peer.requests()).isGreaterThan(1);
    if (besides == Besides.NOTHING) {
      assertThat(progress).isEqualTo(RequestProgress.UNKNOWN);
      assertThat(peer.connections()).isEqualTo(1);
      assertThat(peer.requests()).isEqualTo(2);
    }
  }

  /** A client over the same connections. */
  private Client another() {
    try {
      return clients.with(library, setup -> setup.sharing = client);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private void nest() {
    try {
      another().get(peer.url() + "token");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** An interceptor's call while the server's redirect is followed. */
  @Test
  void theRequestWasAnsweredWithARedirectBeforeANestedCall() throws Exception {
    peer.answer(
        request ->
            request.target().equals("/")
                ? Answer.of(303, "").with("Location", peer.url() + "next")
                : Answer.ok("token"));
    start(
        setup ->
            setup.redirecting =
                () -> {
                  nest();
                  next(Failure.NO_CONNECTION);
                });
    assertThat(Clients.progress(client, post())).isEqualTo(RequestProgress.UNKNOWN);
    assertThat(peer.requests()).isEqualTo(2);
  }

  @Test
  void aContextThatHasServedACallTellsOfNoOther() throws Exception {
    Call call = Call.post(clients.nobody(), "<pay/>");
    start(setup -> {});
    Object context = client.newContext();
    client.execute(post(), context, (status, body) -> status);
    assertThat(Clients.progress(client, call, context)).isEqualTo(RequestProgress.UNKNOWN);
    // HttpClient 5's own manager connects without a word to the parts of ours.
    boolean known = library == Library.HTTPCLIENT4 || manager == Manager.OURS || callProgress;
    assertThat(Clients.progress(client, call))
        .isEqualTo(known ? RequestProgress.NOT_SENT : RequestProgress.UNKNOWN);
  }
}
