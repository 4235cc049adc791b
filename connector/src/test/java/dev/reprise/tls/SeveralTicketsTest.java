package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.internal.lane.Lane;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** When tickets are offered that come several at a time, or before the response. */
class SeveralTicketsTest extends TlsTest {

  private ResumingSslSocketFactory factory = factory();

  private void callWith(String provider) {
    assumeTrue(
        provider.equals("Conscrypt") || Runtime.version().feature() >= 24,
        "one ticket a context before");
    factory = factory(trusting(provider));
  }

  /** Conscrypt keeps those of one handshake too, where stock would use them. */
  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void eachTicketOfOneHandshakeServesAConnection(String provider) throws Exception {
    callWith(provider);
    TlsPeer peer = boringPeer();
    Exchange.once(factory, peer.port());
    List<ResumingSslSocket> sockets =
        List.of(connect(factory, peer.port()), connect(factory, peer.port()));
    for (ResumingSslSocket socket : sockets) {
      socket.startHandshake();
    }
    for (ResumingSslSocket socket : sockets) {
      Exchange.overAndClose(socket);
    }
    assertThat(recorder.resumed).containsExactly(false, true, true);
    assertThat(factory.laneCounts().made()).isEqualTo(1);
  }

  /** What a server that was restarted gave out before is not tried ticket by ticket. */
  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void afterAFullHandshakeNoOlderTicketIsOffered(String provider) throws Exception {
    callWith(provider);
    TlsPeer first = boringPeer();
    TlsPeer second = boringPeer();
    RecordingProxy proxy = proxyTo(first);
    Exchange.times(6, factory, proxy.port());
    proxy.forwardTo(second.port());
    Exchange.times(6, factory, proxy.port());
    assertThat(recorder.handshakes.stream().filter(done -> !done.resumed())).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"JSSE", "Conscrypt"})
  void theTicketOfAnUnansweredHandshakeIsNotCountedAmongThoseLeft(String provider)
      throws Exception {
    callWith(provider);
    List<ResumingSslSocket> sockets = new ArrayList<>();
    TlsPeer peer = boringPeer();
    Exchange.once(factory, peer.port());
    ResumingSslSocket answered = connect(factory, peer.port());
    Lane lane = answered.channel().claim.lane;
    Eventually.holds(() -> peer.connections() == 2);
    peer.misbehave(Fault.STALL_HANDSHAKE);
    ResumingSslSocket unanswered = connect(factory, peer.port());
    sockets.add(unanswered);
    assertThat(unanswered.channel().claim.lane).isSameAs(lane);
    Future<?> handshake = begin(unanswered::startHandshake);
    Eventually.holds(() -> lane.cache.tickets().size() == 1);
    // Of the two that were to take a ticket, the other one.
    Eventually.holds(() -> lane.offering == 1);
    Eventually.holds(() -> peer.connections() == 3);

    Exchange.overAndClose(answered);
    int tickets = lane.cache.tickets().size();
    assertThat(tickets).isPositive();
    for (int i = 0; i < tickets; i++) {
      sockets.add(connect(factory, peer.port()));
    }
    assertThat(factory.laneCounts().made()).isEqualTo(1);
    sockets.add(connect(factory, peer.port()));
    assertThat(factory.laneCounts().made()).isEqualTo(2);

    for (ResumingSslSocket socket : sockets) {
      socket.close();
    }
    assertThat(handshake).failsWithin(Duration.ofSeconds(20));
  }

  /** As with stock: however long a response is in coming, the ticket that came before it serves. */
  @Test
  void aTicketIsOfferedWhileTheResponseIsAwaited() throws Exception {
    TlsPeer peer = peer("TLSv1.3");
    Exchange.once(factory, peer.port());
    peer.misbehave(Fault.STALL);
    ResumingSslSocket slow = connect(factory, peer.port());
    Eventually.holds(() -> peer.connections() == 2);
    peer.misbehave(Fault.NONE);
    Future<String> response = threads.submit(() -> Exchange.over(slow));
    Eventually.holds(() -> factory.state().lanes.ready() == 1);
    Exchange.once(factory, peer.port());
    slow.close();

    assertThat(response).failsWithin(Duration.ofSeconds(20));
    assertThat(recorder.resumed).containsExactly(false, true, true);
    assertThat(factory.laneCounts().made()).isEqualTo(1);
  }

  /** More tickets come than there is room for, and those counted are those that can be offered. */
  @Test
  void eachTicketIsOfferedOnce() throws Exception {
    TlsPeer peer = boringPeer();
    Exchange.times(20, factory, peer.port());
    assertThat(recorder.handshakes.stream().filter(Handshake::resumed)).hasSize(19);
    List<ResumingSslSocket> sockets = new ArrayList<>();
    while (factory.laneCounts().made() == 1) {
      sockets.add(connect(factory, peer.port()));
    }
    for (ResumingSslSocket socket : sockets) {
      socket.startHandshake();
    }
    // All are used, and others come with the responses.
    sockets.add(connect(factory, peer.port()));
    for (ResumingSslSocket socket : sockets) {
      Exchange.overAndClose(socket);
    }
    long full = recorder.handshakes.stream().filter(done -> !done.resumed()).count();
    assertThat(full).isEqualTo(3);
    // One whose reduced ClientHello was refused would be dropped.
    assertThat(factory.laneCounts().dropped()).isZero();
  }
}
