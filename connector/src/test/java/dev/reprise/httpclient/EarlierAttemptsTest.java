package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import dev.reprise.http.RequestProgress;
import dev.reprise.httpclient.Setup.Manager;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What a call tells whose last attempt was not sent, beside what the server has read of it. */
@ParameterizedClass(name = "{0}, {1}, call progress: {2}")
@MethodSource("clients")
class EarlierAttemptsTest extends Clients {

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

  private enum Event {
    /** Nobody listens any more. */
    REFUSED,
    /** The handshake fails. */
    HANDSHAKE,
    /** The pool has no connection left. */
    NO_CONNECTION,
    ABORT,
    SHUTDOWN,
    INTERRUPT
  }

  @BeforeEach
  void startPeer() throws Exception {
    peer = peer();
  }

  private void start(Consumer<Setup> settings) throws Exception {
    client =
        with(
            library,
            setup -> {
              setup.manager = manager;
              setup.callProgress = callProgress;
              setup.maxTotal = 1;
              setup.leaseMillis = 50;
              settings.accept(setup);
            });
  }

  /** Has the next attempt of the call fail; there is to be one. */
  private boolean fails(Event event, Call call) {
    try {
      if (event == Event.REFUSED) {
        peer.close();
      } else if (event == Event.HANDSHAKE) {
        peer.misbehave(Fault.ALERT_IN_HANDSHAKE);
      } else if (event == Event.ABORT) {
        call.abort();
      } else if (event == Event.SHUTDOWN) {
        client.shutDown(true);
      } else {
        client.takeConnection();
      }
      if (event == Event.INTERRUPT) {
        // Who need not wait does not see it.
        Thread.currentThread().interrupt();
      }
      return true;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private Call delete() {
    return Call.of("DELETE", peer.url());
  }

  /** The server reads the first attempt and hangs up; the second fails before it is sent. */
  @ParameterizedTest
  @EnumSource(names = {"REFUSED", "HANDSHAKE", "NO_CONNECTION"})
  void theFirstAttemptWasSent(Event event) throws Exception {
    peer.misbehave(Fault.CLOSE_BEFORE_RESPONSE);
    Call call = delete();
    start(setup -> setup.again = count -> count == 1 && fails(event, call));
    assertThat(progress(client, call)).isEqualTo(RequestProgress.UNKNOWN);
    assertThat(peer.requests()).isEqualTo(1);
  }

  /** After the server's answer, before there is a connection to where that leads. */
  @ParameterizedTest
  @EnumSource
  void itIsNotKnownOfACallThatEndsBetweenTheHops(Event event) throws Exception {
    peer.answer(request -> Answer.of(303, "").with("Location", peer.url() + "next"));
    Call call = Call.post(peer.url(), "<pay/>");
    start(
        setup ->
            setup.attempting =
                () -> {
                  if (peer.requests() > 0) {
                    fails(event, call);
                  }
                });
    try {
      assertThat(progress(client, call)).isEqualTo(RequestProgress.UNKNOWN);
    } finally {
      assertThat(Thread.interrupted()).isEqualTo(event == Event.INTERRUPT);
    }
    assertThat(peer.requests()).isEqualTo(1);
  }

  /** The first attempt goes over a connection that was made for another call, and kept. */
  @ParameterizedTest
  @EnumSource(names = {"REFUSED", "NO_CONNECTION"})
  void soWasOneOverAConnectionThatWasKept(Event event) throws Exception {
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
    Call call = delete();
    start(setup -> setup.again = count -> count == 1 && fails(event, call));
    client.get(peer.url());
    assertThat(progress(client, call)).isEqualTo(RequestProgress.UNKNOWN);
    assertThat(peer.connections()).isEqualTo(1);
    assertThat(peer.requests()).isEqualTo(2);
  }

  /** An interceptor makes a call of its own before the second attempt, and that one fails. */
  @Test
  void aCallWithinItSaysNothingOfTheFirstAttempt() throws Exception {
    peer.misbehave(Fault.CLOSE_BEFORE_RESPONSE);
    String nobody = nobody();
    Client another = with(library, setup -> setup.manager = manager);
    start(
        setup -> {
          setup.again = count -> count == 1;
          setup.attempting =
              () -> {
                if (peer.requests() > 0) {
                  another.get(nobody);
                }
              };
        });
    assertThat(progress(client, delete())).isEqualTo(RequestProgress.UNKNOWN);
    assertThat(peer.requests()).isEqualTo(1);
  }

  /** As by a part of the chain that gives each attempt a context of its own. */
  @Test
  void aContextOfNoCallTellsOfNone() throws Exception {
    start(setup -> {});
    int nobody = URI.create(nobody()).getPort();
    Throwable failure = catchThrowable(() -> client.connect(nobody));
    assertThat(progressOf(failure)).isEqualTo(RequestProgress.UNKNOWN);
  }

  @Test
  void aContextThatHasServedACallTellsOfNoOther() throws Exception {
    Call call = Call.post(nobody(), "<pay/>");
    start(setup -> {});
    Object context = client.newContext();
    client.execute(Call.get(peer.url()), context, (status, body) -> status);
    assertThat(progress(client, call, context)).isEqualTo(RequestProgress.UNKNOWN);
    // HttpClient 5's own manager connects without a word to the parts of ours.
    boolean known = library == Library.HTTPCLIENT4 || manager == Manager.OURS || callProgress;
    assertThat(progress(client, call))
        .isEqualTo(known ? RequestProgress.NOT_SENT : RequestProgress.UNKNOWN);
  }
}
