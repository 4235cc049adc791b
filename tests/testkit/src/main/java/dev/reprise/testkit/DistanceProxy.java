package dev.reprise.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * A network with distance before a server of the loopback address: forwards TCP connections with a
 * round trip time, bandwidth, jitter and loss, both ways. Needs no privileges, and one thread.
 *
 * <p>The kernel accepts a connection at once; so the round trip that a connect would take is waited
 * for with the client's first bytes, which comes to the same for a client that speaks first. What
 * is lost comes later by the least time after which Linux sends again, and holds up what follows
 * it. A connection that has been idle can be forgotten, as by a NAT: from then on nothing that is
 * sent arrives, and nobody is told.
 *
 * <p>Runs by itself too: {@code java DistanceProxy.java target=PORT rtt=20 jitter=0 bandwidth=0
 * loss=0}, times in milliseconds, bandwidth in bytes a second; writes its port, and ends with its
 * input.
 */
public final class DistanceProxy implements AutoCloseable {

  private static final long RETRANSMISSION_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  /** What one direction holds at most, as a window of TCP does. */
  private static final int WINDOW = 1 << 20;

  /** Shorter waits than what a selector can time are slept through, in naps of this length. */
  private static final long NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private final int target;
  private final long oneWayNanos;
  private final long jitterNanos;
  private final long bytesPerSecond;
  private final double loss;
  private final long forgottenAfterNanos;
  private final Random random = new Random(20);
  private final ServerSocketChannel listener;
  private final Selector selector = Selector.open();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(64 * 1024);
  private final PriorityQueue<Timer> timers =
      new PriorityQueue<>(
          Comparator.comparingLong((Timer timer) -> timer.at)
              .thenComparingLong(timer -> timer.number));
  private final Set<SocketChannel> open = new HashSet<>();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger forgets = new AtomicInteger();
  private final Thread thread = new Thread(this::run, "distance-proxy");
  private long timersMade;
  private volatile boolean closed;

  private DistanceProxy(Builder builder) throws IOException {
    target = builder.target;
    oneWayNanos = builder.roundTrip.toNanos() / 2;
    jitterNanos = builder.jitter.toNanos();
    bytesPerSecond = builder.bytesPerSecond;
    loss = builder.loss;
    forgottenAfterNanos = builder.forgottenAfter.toNanos();
    listener = ServerSocketChannel.open();
    listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
    listener.configureBlocking(false);
    listener.register(selector, SelectionKey.OP_ACCEPT);
    thread.setDaemon(true);
    thread.start();
  }

  /** A proxy for a port of the loopback address. */
  public static Builder to(int target) {
    return new Builder(target);
  }

  /** Runs one until the end of the input. */
  public static void main(String[] args) throws IOException {
    Builder builder = to(0);
    for (String arg : args) {
      double value = Double.parseDouble(arg.substring(arg.indexOf('=') + 1));
      switch (arg.substring(0, arg.indexOf('='))) {
        case "target":
          builder.target = (int) value;
          break;
        case "rtt":
          builder.roundTrip(Duration.ofNanos((long) (value * 1e6)));
          break;
        case "jitter":
          builder.jitter(Duration.ofNanos((long) (value * 1e6)));
          break;
        case "bandwidth":
          builder.bandwidth((long) value);
          break;
        case "loss":
          builder.loss(value);
          break;
        default:
          throw new IllegalArgumentException(arg);
      }
    }
    try (DistanceProxy proxy = builder.start()) {
      System.out.println(proxy.port());
      System.out.flush();
      while (System.in.read() >= 0) {}
    }
  }

  public int port() {
    return listener.socket().getLocalPort();
  }

  /** Connections that were accepted. */
  public int connections() {
    return connections.get();
  }

  /**
   * Forgets the connections that there are, as a NAT does after a restart: nothing that is sent on
   * them arrives any more, and nobody is told.
   */
  public void forget() {
    forgets.incrementAndGet();
  }

  private void run() {
    try {
      while (!closed) {
        await();
        for (SelectionKey key : selector.selectedKeys()) {
          if (key.isValid()) {
            ready(key);
          }
        }
        selector.selectedKeys().clear();
        fireTimers();
      }
    } catch (IOException e) {
      throw new IllegalStateException("The selector broke", e);
    } finally {
      open.forEach(DistanceProxy::closeQuietly);
    }
  }

  private void await() throws IOException {
    long wait = timers.isEmpty() ? Long.MAX_VALUE : timers.peek().at - System.nanoTime();
    if (wait == Long.MAX_VALUE) {
      selector.select();
    } else if (wait > TimeUnit.MILLISECONDS.toNanos(2)) {
      selector.select(TimeUnit.NANOSECONDS.toMillis(wait) - 1);
    } else {
      if (selector.selectNow() == 0 && wait > 0) {
        LockSupport.parkNanos(Math.min(wait, NAP_NANOS));
      }
    }
  }

  private void fireTimers() {
    long now = System.nanoTime();
    while (!timers.isEmpty() && timers.peek().at - now <= 0) {
      timers.poll().task.run();
    }
  }

  private void ready(SelectionKey key) throws IOException {
    if (key.isAcceptable()) {
      for (SocketChannel client = listener.accept(); client != null; client = listener.accept()) {
        accept(client);
      }
    } else {
      ((Side) key.attachment()).ready(key);
    }
  }

  private void accept(SocketChannel client) throws IOException {
    connections.incrementAndGet();
    open.add(client);
    prepare(client);
    long now = System.nanoTime();
    at(now + 2 * oneWayNanos, () -> connect(client, now));
  }

  private static void prepare(SocketChannel channel) throws IOException {
    channel.configureBlocking(false);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
  }

  private void connect(SocketChannel client, long acceptedAt) {
    SocketChannel server = null;
    try {
      server = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
      open.add(server);
      prepare(server);
      Pair pair = new Pair();
      pair.usedAt = acceptedAt;
      Side near = new Side(client, pair);
      Side far = new Side(server, pair);
      near.other = far;
      far.other = near;
      near.key = client.register(selector, SelectionKey.OP_READ, near);
      far.key = server.register(selector, SelectionKey.OP_READ, far);
    } catch (IOException e) {
      reset(client);
      if (server != null) {
        reset(server);
      }
    }
  }

  private void reset(SocketChannel channel) {
    try {
      channel.setOption(StandardSocketOptions.SO_LINGER, 0);
    } catch (IOException e) {
      // Closed already.
    }
    open.remove(channel);
    closeQuietly(channel);
  }

  private static void closeQuietly(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      // It is closed all the same.
    }
  }

  @Override
  public void close() throws IOException {
    closed = true;
    selector.wakeup();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    listener.close();
    selector.close();
  }

  private void at(long nanoTime, Runnable task) {
    timers.add(new Timer(nanoTime, timersMade++, task));
  }

  private static final class Timer {
    final long at;
    final long number;
    final Runnable task;

    Timer(long at, long number, Runnable task) {
      this.at = at;
      this.number = number;
      this.task = task;
    }
  }

  /** What the two directions of a connection share. */
  private final class Pair {
    final int forgets = DistanceProxy.this.forgets.get();
    long usedAt;
    boolean forgotten;
  }

  /** One end of a connection, and what is on its way to it. */
  private final class Side {

    private final SocketChannel channel;
    private final Pair pair;
    private final Deque<ByteBuffer> arrived = new ArrayDeque<>();
    private Side other;
    private SelectionKey key;
    private long lineFreeAt = System.nanoTime();
    private long lastArrival = lineFreeAt;
    private int held;
    private boolean endArrived;
    private boolean endSent;
    private boolean endRead;

    Side(SocketChannel channel, Pair pair) {
      this.channel = channel;
      this.pair = pair;
    }

    void ready(SelectionKey selected) {
      try {
        if (selected.isReadable()) {
          read();
        }
        if (selected.isValid() && selected.isWritable()) {
          write();
        }
      } catch (IOException e) {
        broken();
      }
    }

    private void read() throws IOException {
      buffer.clear();
      int count = channel.read(buffer);
      if (count < 0) {
        endRead = true;
        interests();
        other.on(0, other::end);
        return;
      }
      buffer.flip();
      byte[] bytes = new byte[count];
      buffer.get(bytes);
      other.held += count;
      other.on(count, () -> other.arrive(ByteBuffer.wrap(bytes)));
      interests();
    }

    /** Reading failed: the peer of this side has reset it. */
    private void broken() {
      key.cancel();
      open.remove(channel);
      closeQuietly(channel);
      other.on(0, () -> reset(other.channel));
    }

    /** Has something come to this side after the time that it takes. */
    private void on(int size, Runnable arrival) {
      long now = System.nanoTime();
      pair.forgotten |=
          pair.forgets != forgets.get()
              || forgottenAfterNanos > 0 && now - pair.usedAt > forgottenAfterNanos;
      if (pair.forgotten) {
        return;
      }
      pair.usedAt = now;
      long sent = Math.max(now, lineFreeAt);
      lineFreeAt = bytesPerSecond == 0 ? sent : sent + (long) (size * 1e9 / bytesPerSecond);
      long delay = oneWayNanos + (long) (random.nextDouble() * jitterNanos);
      if (random.nextDouble() < loss) {
        delay += RETRANSMISSION_NANOS;
      }
      // TCP delivers in order.
      lastArrival = Math.max(lastArrival, lineFreeAt + delay);
      at(lastArrival, arrival);
    }

    private void arrive(ByteBuffer bytes) {
      arrived.add(bytes);
      tryToWrite();
    }

    private void end() {
      endArrived = true;
      tryToWrite();
    }

    private void tryToWrite() {
      if (channel.isOpen()) {
        try {
          write();
        } catch (IOException e) {
          broken();
        }
      }
    }

    private void write() throws IOException {
      while (!arrived.isEmpty()) {
        ByteBuffer first = arrived.peek();
        held -= channel.write(first);
        if (first.hasRemaining()) {
          break;
        }
        arrived.poll();
      }
      if (endArrived && arrived.isEmpty() && !endSent) {
        endSent = true;
        channel.shutdownOutput();
        if (endRead) {
          finish();
        }
      }
      interests();
      other.interests();
    }

    private void finish() {
      for (Side side : List.of(this, other)) {
        if (side.endSent && side.endRead) {
          open.remove(side.channel);
          closeQuietly(side.channel);
        }
      }
    }

    private void interests() {
      if (key != null && key.isValid()) {
        key.interestOps(
            (endRead || other.held > WINDOW ? 0 : SelectionKey.OP_READ)
                | (arrived.isEmpty() ? 0 : SelectionKey.OP_WRITE));
      }
      if (endRead && endSent) {
        finish();
      }
    }
  }

  /** Collects what the network is to be like; by default it is none. */
  public static final class Builder {

    private int target;
    private Duration roundTrip = Duration.ZERO;
    private Duration jitter = Duration.ZERO;
    private long bytesPerSecond;
    private double loss;
    private Duration forgottenAfter = Duration.ZERO;

    private Builder(int target) {
      this.target = target;
    }

    /** The time that a byte needs to the server, and another one back. */
    public Builder roundTrip(Duration time) {
      roundTrip = time;
      return this;
    }

    /** The most that is added to each way, by chance. */
    public Builder jitter(Duration most) {
      jitter = most;
      return this;
    }

    /** Of each connection and direction; 0 for no bound. */
    public Builder bandwidth(long bytesASecond) {
      bytesPerSecond = bytesASecond;
      return this;
    }

    /** The part of what is sent that has to be sent again, 0 to 1. */
    public Builder loss(double part) {
      loss = part;
      return this;
    }

    /** After how long without a byte a connection is forgotten; zero for never. */
    public Builder forgottenAfter(Duration idle) {
      forgottenAfter = idle;
      return this;
    }

    /** Starts it on a free port of the loopback address. */
    public DistanceProxy start() throws IOException {
      return new DistanceProxy(this);
    }
  }
}
