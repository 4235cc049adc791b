package dev.reprise.tls.internal.preconnect;

import dev.reprise.tls.Peer;
import dev.reprise.tls.Preparation;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A call that is about to come: has one preconnected connection opened to the first address of its
 * host at which this succeeds, as the caller would, and watches it.
 */
final class Announcement implements Runnable {

  private final Preconnections all;
  private final Peer peer;
  private final Callable<InetAddress[]> addresses;
  private final CompletableFuture<Preparation> result;
  private final int drops;

  /** Completed when a connect finds what is opened for it, or nothing is going to be. */
  final CompletableFuture<Void> begun = new CompletableFuture<>();

  private final AtomicBoolean awaited = new AtomicBoolean();

  Announcement(
      Preconnections all,
      Peer peer,
      Callable<InetAddress[]> addresses,
      CompletableFuture<Preparation> result) {
    this.all = all;
    this.peer = peer;
    this.addresses = addresses;
    this.result = result;
    this.drops = all.drops.get();
  }

  @Override
  public void run() {
    Preparation last = Preparation.FAILED;
    try {
      boolean failed = false;
      for (InetAddress address : addresses.call()) {
        last = isDropped() ? Preparation.FAILED : at(address);
        failed |= last == Preparation.FAILED;
        if (isDropped() || last != Preparation.FAILED && last != Preparation.PAUSED) {
          return;
        }
      }
      last = failed ? Preparation.FAILED : last;
    } catch (Exception e) {
      // The host has no address.
    } finally {
      end(last);
    }
  }

  private Preparation at(InetAddress address) {
    PreconnectionRoute route =
        PreconnectionRoute.of(new InetSocketAddress(address, peer.port()), peer, null);
    return route == null ? Preparation.OFF : all.of(route).prepare(this);
  }

  /** Whether nobody has asked before: one connection serves one connect. */
  boolean isMine() {
    return awaited.compareAndSet(false, true);
  }

  /** Whether it has to be given up, since all were since the call was announced. */
  boolean isDropped() {
    return all.drops.get() != drops;
  }

  void end(Preparation preparation) {
    free();
    result.complete(preparation);
  }

  private void free() {
    all.preparing.remove(peer, this);
    begun.complete(null);
  }

  /** On another thread: dependent actions must not run within the caller's locks. */
  void drop() {
    free();
    if (!all.start(() -> result.complete(Preparation.FAILED))) {
      result.complete(Preparation.FAILED);
    }
  }
}
