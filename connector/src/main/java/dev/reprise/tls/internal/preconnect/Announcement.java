package dev.reprise.tls.internal.preconnect;

import dev.reprise.tls.Peer;
import dev.reprise.tls.Preparation;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Prepares for an announced call: opens one preconnected connection and watches it. As the caller
 * would, it tries the addresses of the host until one succeeds.
 */
final class Announcement implements Runnable {

  private final Preconnections all;
  private final Peer peer;
  private final Callable<InetAddress[]> addresses;
  private final CompletableFuture<Preparation> result;
  private final int drops;

  /** Completed once a connect can find the connection being opened, or once none will be opened. */
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
      // The host has no address, or the look-up failed.
    } finally {
      end(last);
    }
  }

  private Preparation at(InetAddress address) {
    PreconnectionRoute route =
        PreconnectionRoute.of(new InetSocketAddress(address, peer.port()), peer, null);
    return route == null ? Preparation.OFF : all.of(route).prepare(this);
  }

  /** Returns true only on the first call, since one connection serves one connect. */
  boolean isMine() {
    return awaited.compareAndSet(false, true);
  }

  /** Returns whether all connections were given up since the call was announced. */
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

  /** Completes the result on another thread, as actions must not run within the caller's locks. */
  void drop() {
    free();
    if (!all.start(() -> result.complete(Preparation.FAILED))) {
      result.complete(Preparation.FAILED);
    }
  }
}
