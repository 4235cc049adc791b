package dev.reprise.testkit;

import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A network with distance in front of a server on the loopback address: forwards TCP connections
 * with a round trip time. Needs no privileges.
 *
 * <p>The kernel accepts a connection at once. So the proxy adds the round trip of the connect to
 * the client's first bytes. For a client that speaks first this amounts to the same.
 */
public final class DistanceProxy extends LoopbackServer {

  private static final byte[] END = {};

  /**
   * How much one direction holds at most, like a TCP window: the number of reads and their size.
   */
  private static final int READS = 64;

  private static final int MOST_OF_A_READ = 16 * 1024;

  private final int target;
  private final long oneWayNanos;
  private final AtomicInteger forgets = new AtomicInteger();

  /**
   * Starts one in front of a port of the loopback address. Each way takes half of the round trip.
   */
  public DistanceProxy(int target, Duration roundTrip) throws IOException {
    this.target = target;
    oneWayNanos = roundTrip.toNanos() / 2;
    acceptor.start(this::serve);
  }

  public int connections() {
    return acceptor.connections();
  }

  /**
   * Forgets the existing connections, as a NAT does after a restart. What is sent on them no longer
   * arrives, and nobody notices.
   */
  public void forget() {
    forgets.incrementAndGet();
  }

  private void serve(Socket client) throws IOException, InterruptedException {
    int known = forgets.get();
    await(System.nanoTime() + 2 * oneWayNanos);
    try (Socket server = acceptor.connect(target)) {
      client.setTcpNoDelay(true);
      Way there = new Way(client, server, known);
      Way back = new Way(server, client, known);
      FutureTask<Void> writing =
          new FutureTask<>(
              () -> {
                there.write();
                return null;
              });
      acceptor.execute(there::read);
      acceptor.execute(back::read);
      acceptor.execute(writing);
      back.write();
      writing.get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (ConnectException e) {
      Acceptor.reset(client);
    }
  }

  private static void await(long nanoTime) {
    for (long wait = nanoTime - System.nanoTime(); wait > 0; wait = nanoTime - System.nanoTime()) {
      LockSupport.parkNanos(wait);
    }
  }

  /** What one side has read, and when it reaches the other side. */
  private static final class Part {
    final byte[] bytes;
    final long at;

    /** No bytes mean that the sender has reset the connection. */
    Part(byte[] bytes, long at) {
      this.bytes = bytes;
      this.at = at;
    }
  }

  private final class Way {

    private final Socket from;
    private final Socket to;
    private final int known;
    private final BlockingQueue<Part> parts = new ArrayBlockingQueue<>(READS);

    Way(Socket from, Socket to, int known) {
      this.from = from;
      this.to = to;
      this.known = known;
    }

    void read() {
      byte[] buffer = new byte[MOST_OF_A_READ];
      byte[] read = buffer;
      while (read != null && read != END) {
        try {
          int count = from.getInputStream().read(buffer);
          read = count < 0 ? END : Arrays.copyOf(buffer, count);
        } catch (IOException e) {
          read = null;
        }
        try {
          parts.put(new Part(read, System.nanoTime() + oneWayNanos));
        } catch (InterruptedException e) {
          return;
        }
      }
    }

    void write() throws InterruptedException {
      Part part;
      do {
        part = parts.take();
        await(part.at);
        if (forgets.get() == known) {
          pass(part.bytes);
        }
      } while (part.bytes != null && part.bytes != END);
    }

    private void pass(byte[] bytes) {
      try {
        if (bytes == null) {
          Acceptor.reset(to);
        } else if (bytes == END) {
          to.shutdownOutput();
        } else {
          to.getOutputStream().write(bytes);
        }
      } catch (IOException e) {
        // Whoever was to read this has gone; the reader of this way meets it next.
        Acceptor.reset(from);
      }
    }
  }
}
