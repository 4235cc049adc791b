package dev.reprise.subject.faults;

import dev.reprise.subject.faults.FaultCase.Hold;
import dev.reprise.subject.faults.FaultCase.Scenario;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.LeftOvers;
import java.io.Closeable;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/**
 * Tries one fault on one client a few times, and fills the cell of the table. With preconnected
 * connections each try has a client of its own: a peer that has ended one, or not answered on it,
 * gets no more.
 */
final class FaultRun implements Closeable {

  /** For a caller to block where the fault holds it, once the peer has done its part. */
  private static final int SETTLE_MILLIS = 150;

  /** The timeout of calls that meet no fault: they are not to fail for a busy machine. */
  private static final int PATIENT_MILLIS = 10_000;

  private static final int STUCK_PATIENCE_MILLIS = 10_000;

  /** For a preconnected connection to be opened, if one can be. */
  private static final int PRECONNECTION_MILLIS = 200;

  /** So often is a fault met before and after a server counts as known for it. */
  private static final int MEETINGS = 10;

  /** What stays for so long is left over. */
  private static final Duration LEFT_OVER_AFTER = Duration.ofSeconds(4);

  private final PeerControl peer;
  private final Callable<ProbedClient> clients;
  private final FaultCase fault;
  private final int timeout;
  private final Rescue rescue;
  private final Cell cell = new Cell();
  private final List<Double> held = new ArrayList<>();
  private final List<Double> aborts = new ArrayList<>();
  private ProbedClient client;

  FaultRun(
      PeerControl peer, Callable<ProbedClient> clients, FaultCase fault, int timeout, Rescue rescue)
      throws Exception {
    this.peer = peer;
    this.clients = clients;
    this.client = clients.call();
    this.fault = fault;
    this.timeout = timeout;
    this.rescue = rescue;
  }

  Cell run(int tries) throws Exception {
    peer.misbehave(Fault.NONE);
    callUndisturbed();
    LeftOvers leftOvers =
        new LeftOvers()
            .watch("leased lanes", () -> client.leasedLanes())
            .watch("leased connections", () -> client.leasedConnections());
    for (int i = 0; i < tries; i++) {
      if (i > 0 && client.keepsPreconnections) {
        client.close();
        client = clients.call();
        callUndisturbed();
      }
      meetFault(callUndisturbed());
      client.closePreconnections();
      peer.misbehave(Fault.NONE);
      callNext();
    }
    if (fault.hold == Hold.CLOSE_WAIT && !client.keepsPreconnections) {
      cell.knownMillis = known();
    }
    client.closePreconnections();
    cell.left = leftOvers.left(LEFT_OVER_AFTER);
    cell.fault = fault.label();
    cell.tries = tries;
    cell.heldMillis = median(held);
    cell.heldWorstMillis = rounded(Collections.max(held));
    cell.abortMillis = aborts.isEmpty() ? null : median(aborts);
    return cell;
  }

  @Override
  public void close() throws IOException {
    client.close();
  }

  private void meetFault(double undisturbed) throws IOException, InterruptedException {
    double usual = misbehave(undisturbed);
    long onPreconnections = client.preconnectionsUsed();
    if (fault.scenario == Scenario.POOLED) {
      call(Scenario.EXCHANGE).run();
    }
    client.takeCloses();
    Call call = call(fault.scenario);
    String rescued = rescue.guard(call, patience(), () -> meet(call, usual));
    if (rescued != null) {
      count(cell.rescued, rescued);
    }
    cell.onPreconnection += client.preconnectionsUsed() > onPreconnections ? 1 : 0;
    count(cell.endings, call.ending());
    if (call.failure() != null) {
      count(cell.progress, client.progress(call.failure()));
    }
    client.takeCloses().forEach(outcome -> count(cell.closes, outcome));
  }

  /**
   * From now on; for the preconnected connection too that the next call takes.
   *
   * @return what that call would take without the fault, in ms, as {@link #millis}
   */
  private double misbehave(double undisturbed) throws IOException, InterruptedException {
    if (!awaitPreconnection()) {
      peer.misbehave(fault.fault);
      return undisturbed;
    }
    peer.misbehaveFromNow(fault.fault);
    // Takes the preconnected connection that knows nothing of the fault; the one in its place does.
    double onPreconnection = callUndisturbed();
    awaitPreconnection();
    return onPreconnection;
  }

  /**
   * Whether a preconnected connection is ready, or soon becomes so; its ticket has come, if one
   * comes.
   */
  private boolean awaitPreconnection() throws InterruptedException {
    for (int i = 0;
        i < PRECONNECTION_MILLIS && client.keepsPreconnections && !hasSettledPreconnection();
        i++) {
      Thread.sleep(1);
    }
    return client.hasPreconnection();
  }

  /** Whether none is reading its ticket, which a call would pass over. */
  private boolean hasSettledPreconnection() {
    return client.hasPreconnection() && client.leasedLanes() == 0;
  }

  /**
   * For what the fault holds a caller whose client knows the server for it, which it does after a
   * few meetings in a row: each call that ends well makes it trust the server again.
   */
  private double known() throws IOException, InterruptedException {
    List<Double> undisturbed = new ArrayList<>();
    for (int i = 0; i < MEETINGS / 2; i++) {
      undisturbed.add(callUndisturbed());
    }
    List<Double> later = new ArrayList<>();
    for (int i = 0; i < MEETINGS; i++) {
      peer.misbehave(fault.fault);
      Call call = call(fault.scenario);
      rescue.guard(call, patience(), call::run);
      later.add(beyond(call, median(undisturbed)));
    }
    peer.misbehave(Fault.NONE);
    client.takeCloses();
    return median(later.subList(MEETINGS / 2, MEETINGS));
  }

  private void meet(Call call, double undisturbed) throws IOException, InterruptedException {
    if (fault.scenario.aborts()) {
      Thread caller = start(call);
      long start = System.nanoTime();
      call.abort();
      aborts.add((System.nanoTime() - start) / 1e6);
      caller.join();
      held.add(call.millisSince(start));
      return;
    }
    call.run();
    held.add(beyond(call, undisturbed));
  }

  /** Runs the call in a thread of its own, and returns when the fault holds it. */
  private Thread start(Call call) throws IOException, InterruptedException {
    int before = peer.stuck();
    Thread caller = new Thread(call, "probe-caller");
    caller.start();
    // The peer cannot see a connection that it does not accept.
    boolean seen = fault == FaultCase.ABORT_CONNECT;
    long deadline = System.nanoTime() + STUCK_PATIENCE_MILLIS * 1_000_000L;
    while (!seen) {
      seen = peer.stuck() > before;
      if (System.nanoTime() > deadline) {
        throw new IOException("The call did not come to where the fault is");
      }
      Thread.sleep(1);
    }
    Thread.sleep(SETTLE_MILLIS);
    return caller;
  }

  /** What a call takes that meets no fault; it resumes if the one before it left that. */
  private double callUndisturbed() throws IOException {
    Call call = undisturbed();
    call.run();
    if (call.failure() != null) {
      throw new IOException("A call without fault failed beside " + fault.label(), call.failure());
    }
    return millis(call);
  }

  /**
   * What is timed of a call, in ms. What holds a caller after the response is timed from its head
   * on: the handshake takes several times as long as what is looked for, and no two the same.
   */
  private double millis(Call call) {
    return fault.hold == Hold.CLOSE_WAIT ? call.millisOfClosing() : call.millis();
  }

  private double beyond(Call call, double undisturbed) {
    return Math.max(0, millis(call) - undisturbed);
  }

  private void callNext() {
    long full = client.fullHandshakes();
    Call next = undisturbed();
    next.run();
    boolean resumed = client.fullHandshakes() == full;
    count(cell.next, next.failure() != null ? next.ending() : resumed ? "resumed" : "full");
  }

  private Call undisturbed() {
    return new Call(client.client, peer.url, Scenario.EXCHANGE, PATIENT_MILLIS);
  }

  private Call call(Scenario scenario) {
    // An abort must come before the timeout.
    return new Call(client.client, peer.url, scenario, scenario.aborts() ? 8 * timeout : timeout);
  }

  /** After what time a call is rescued, in ms: twice the timeout is no case for it yet. */
  private int patience() {
    return 4 * timeout;
  }

  private static void count(Map<String, Integer> counts, String kind) {
    counts.merge(kind, 1, Integer::sum);
  }

  private static double median(List<Double> millis) {
    double[] sorted = millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int middle = sorted.length / 2;
    return rounded(
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2);
  }

  private static double rounded(double millis) {
    return Math.round(millis * 100) / 100.0;
  }
}
