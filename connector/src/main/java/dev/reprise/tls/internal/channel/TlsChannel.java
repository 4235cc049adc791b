package dev.reprise.tls.internal.channel;

import dev.reprise.tls.Peer;
import dev.reprise.tls.internal.lane.Claim;
import dev.reprise.tls.internal.provider.HandshakeThreads;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSocket;

/**
 * One TCP connection with one TLS engine, and one state. Readers share a lock and writers share
 * another, which they hold while they wait for TCP, so that neither waits for the other. Closing
 * takes no lock that a reader holds. The engine is thread-safe by itself.
 */
public final class TlsChannel implements HandshakeThreads.Handshaking {

  enum State {
    CONNECTED,
    HANDSHAKING,
    OPEN,
    CLOSED
  }

  /** How long a writer waits for the reader lock in a renegotiation before it checks again. */
  private static final int LOOK_AGAIN_MILLIS = 10;

  /** The most unread bytes that a close discards: more than an operating system buffers. */
  private static final int MOST_UNREAD = 8 * 1024 * 1024;

  final Tcp tcp;

  /** The server; its certificate must match the host in this peer. */
  final Peer peer;

  public final SSLEngine engine;
  public final Claim claim;
  private final AtomicReference<State> state = new AtomicReference<>(State.CONNECTED);
  private final ReaderLock reading = new ReaderLock();
  private final ReentrantLock writing = new ReentrantLock();
  private final EngineDriver driver;
  final RecordInput in;
  public final RecordOutput out;

  /** The socket that uses this channel; null if none does yet. */
  volatile SSLSocket holder;

  /** True if the engine has something to send to the peer, such as its own key update. */
  private volatile boolean answerDue;

  private volatile boolean closeNotified;

  /** The TLS failure that ended all reading, if any; guarded by the reader lock. */
  private IOException broken;

  volatile boolean certificateChecked;

  /** The session whose certificate was verified last. */
  volatile SSLSession verified;

  /** Creates a channel over a connected socket. From now on it owns the claim. */
  TlsChannel(Tcp tcp, Peer peer, Claim claim) {
    this.tcp = tcp;
    this.peer = peer;
    this.claim = claim;
    this.engine = claim.lane.cache.context.createSSLEngine(peer.host(), peer.port());
    this.driver = new EngineDriver(this, engine);
    this.in = driver.in;
    this.out = driver.out;
  }

  @Override
  public SSLSocket holder() {
    return holder;
  }

  @Override
  public void certificateChecked() {
    certificateChecked = true;
  }

  /** Sets the state, which nothing else does. {@link State#CLOSED} is final. */
  private boolean advance(State next) {
    State before = state.getAndUpdate(now -> now == State.CLOSED ? now : next);
    return before != State.CLOSED && before != next;
  }

  /** Marks the channel as closed, so that no handshake begins. */
  void beginClose() {
    advance(State.CLOSED);
  }

  /** Returns whether a read met the end of TCP without a close_notify before. */
  boolean isCutOff() {
    return in.ended() && !closeNotified;
  }

  boolean isAtEnd() {
    return closeNotified || in.ended();
  }

  public IOException failure() {
    return in.failure();
  }

  /** Does the handshake, or continues one after a timeout. Holds back its last records. */
  void handshake() throws IOException {
    reading.lock();
    writing.lock();
    try {
      if (state.get() == State.CONNECTED && advance(State.HANDSHAKING)) {
        engine.beginHandshake();
      }
      if (state.get() != State.HANDSHAKING) {
        throw new SocketException("Socket is closed");
      }
      driver.handshake();
      advance(State.OPEN);
    } finally {
      writing.unlock();
      reading.unlock();
    }
  }

  int read(byte[] bytes, int offset, int length) throws IOException {
    int millis = reading.lock(tcp);
    try {
      if (broken != null) {
        // The engine would report an end of stream, as if the body were complete.
        throw new SSLException("TLS has failed before: " + broken.getMessage(), broken);
      }
      return in.hasPlain()
          ? in.takePlain(bytes, offset, length)
          : readRecords(bytes, offset, length, millis);
    } catch (IOException e) {
      if (!ClientHandshake.isOfTransport(e)) {
        sendAlert();
      }
      throw e;
    } finally {
      reading.unlock();
    }
  }

  private int readRecords(byte[] bytes, int offset, int length, int millis) throws IOException {
    ByteBuffer target = ByteBuffer.wrap(bytes, offset, length);
    while (!closeNotified) {
      Status status = take(target);
      if (target.position() > offset) {
        return target.position() - offset;
      }
      if (status == Status.BUFFER_OVERFLOW) {
        // The engine reports this even before the whole record has arrived.
        status = takeIn();
        if (in.hasPlain()) {
          return in.takePlain(bytes, offset, length);
        }
      }
      if (status == Status.BUFFER_UNDERFLOW) {
        sendHeld();
        if (!driver.fill(millis)) {
          return -1;
        }
      }
    }
    return -1;
  }

  private Status take(ByteBuffer target) throws IOException {
    try {
      SSLEngineResult result = driver.unwrap(target);
      if (result.getStatus() == Status.CLOSED) {
        closeNotified = true;
      } else {
        attend(result.getHandshakeStatus());
      }
      return result.getStatus();
    } catch (SocketException e) {
      // The record was sound, but the engine's answer to it could not be sent.
      throw e;
    } catch (IOException e) {
      broken = e;
      throw e;
    }
  }

  /** Lets the engine take one record into this channel's buffer. */
  private Status takeIn() throws IOException {
    ByteBuffer target = in.beginPlain(engine.getSession().getApplicationBufferSize());
    try {
      return take(target);
    } finally {
      in.endPlain();
    }
  }

  private void attend(HandshakeStatus status) throws IOException {
    HandshakeStatus now = status;
    if (now == HandshakeStatus.NEED_TASK) {
      driver.runTasks();
      now = driver.status();
    }
    if (now == HandshakeStatus.NEED_WRAP) {
      answerDue = true;
      answer();
    }
  }

  /** Sends what the engine has to send. If a writer is active, the writer does so once done. */
  private void answer() throws IOException {
    while (answerDue && unlessLocked(writing, this::sendAnswer)) {}
  }

  private void sendAnswer() throws IOException {
    answerDue = false;
    driver.sendAll();
  }

  /** Returns whether bytes have arrived that were not read yet. */
  boolean hasInput() throws IOException {
    return in.hasPlain() || in.records().hasRemaining() || tcp.available() > 0;
  }

  /** Writes data, and runs {@code check} before each record is sent. */
  void write(byte[] bytes, int offset, int length, Action<IOException> check) throws IOException {
    ByteBuffer source = ByteBuffer.wrap(bytes, offset, length);
    writing.lock();
    try {
      while (!driver.write(source, check)) {
        awaitRenegotiation();
      }
    } finally {
      writing.unlock();
    }
    if (answerDue) {
      answer();
    }
  }

  /** Waits until the peer continues a renegotiation. Until then the engine takes no data. */
  private void awaitRenegotiation() throws IOException {
    writing.unlock();
    try {
      while (driver.status() == HandshakeStatus.NEED_UNWRAP) {
        if (!reading.tryLock(LOOK_AGAIN_MILLIS, TimeUnit.MILLISECONDS)) {
          continue;
        }
        try {
          if (in.hasPlain() || takeIn() == Status.BUFFER_UNDERFLOW && !driver.fill(Tcp.AS_SET)) {
            throw new SSLException("The peer does not continue its renegotiation");
          }
        } finally {
          reading.unlock();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new SSLException("Interrupted within a renegotiation");
    } finally {
      writing.lock();
    }
  }

  /** Sends the held records of the handshake, unless an active writer is going to. */
  void sendHeld() throws IOException {
    if (out.isHolding()) {
      unlessLocked(writing, out::send);
    }
  }

  /** Starts a key update (TLS 1.3) or a renegotiation. */
  void renegotiate() throws IOException {
    engine.beginHandshake();
    answerDue = true;
    answer();
  }

  /** Sends close_notify as the last record; waits for an active writer. */
  void closeOutbound() throws IOException {
    writing.lock();
    try {
      driver.closeOutbound();
    } finally {
      writing.unlock();
    }
  }

  /** Sends the alert for a TLS failure, if the engine has one and no write is blocked. */
  void sendAlert() {
    try {
      if (writing.tryLock() || writing.tryLock(ChannelClose.WRITE_NANOS, TimeUnit.NANOSECONDS)) {
        try {
          driver.sendAlert();
        } finally {
          writing.unlock();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException | RuntimeException e) {
      // The peer is gone, or the engine has failed once more.
    }
  }

  /**
   * Waits for input for at most {@code millis}, once no other thread reads. Returns false after a
   * timeout. Otherwise bytes have arrived or the stream has ended; {@link #isWell} tells which.
   */
  public boolean await(int millis) {
    reading.lock();
    try {
      claim.awaitsPeer();
      return in.await(millis);
    } finally {
      reading.unlock();
    }
  }

  /**
   * Lets the engine consume what has arrived, without waiting. Returns whether only messages of TLS
   * itself came, such as tickets, and no end or data. Throws for an alert or non-TLS bytes.
   */
  public boolean isWell() throws IOException {
    reading.lock();
    try {
      while (in.records().hasRemaining()
          && !in.hasPlain()
          && !closeNotified
          && takeIn() == Status.OK) {}
      return !in.hasPlain() && !isAtEnd() && in.failure() == null;
    } finally {
      reading.unlock();
    }
  }

  /** Does what {@link #isWell} does, but discards application data. Returns how many bytes. */
  int discardData() throws IOException {
    int count = 0;
    while (!isWell() && in.hasPlain()) {
      count += in.plainAvailable();
      in.releasePlain();
    }
    return count;
  }

  /** Returns whether part of a record has arrived, but not all. Call {@link #isWell} before. */
  public boolean isWithinRecord() {
    return in.records().hasRemaining();
  }

  public boolean isBeingRead() {
    return reading.isLocked();
  }

  /**
   * Returns whether there is anything to read, such as an end. May take 1 ms. A watcher that reads
   * sees an end by itself, and releases the lock once bytes have arrived.
   */
  public boolean look() throws IOException {
    if (!reading.tryLock()) {
      if (tcp.available() == 0) {
        return false;
      }
      reading.lock();
    }
    try {
      return in.hasPlain() || closeNotified || in.hasCome() || in.await(1);
    } finally {
      reading.unlock();
    }
  }

  /**
   * Discards what has arrived and nobody will read, such as tickets. Otherwise the close would be a
   * reset, which loses unsent data. Does nothing while a thread reads.
   */
  void discardUnread() {
    unlessLocked(reading, () -> tcp.discardUnread(MOST_UNREAD));
  }

  /** Closes even while a thread is blocked in a write, which ends that write. */
  void cutOff() {
    discardUnread();
    tcp.cutOff();
  }

  /** Gives back the claim and resets the TCP socket. A repeated call does no harm. */
  void abandon() {
    advance(State.CLOSED);
    claim.giveBack();
    tcp.reset();
  }

  void release() {
    if (claim.lane.cache.traits.holdsMemory()) {
      try {
        engine.closeOutbound();
        // Conscrypt keeps its memory and two descriptors until close_notify has been taken.
        ByteBuffer unsent = ByteBuffer.allocate(1024);
        while (engine.wrap(RecordInput.NOTHING, unsent.clear()).bytesProduced() > 0) {}
        engine.closeInbound();
      } catch (IOException | RuntimeException e) {
        // The connection has ended, so this failure affects nothing.
      }
    }
    unlessLocked(reading, in::release);
    unlessLocked(writing, out::release);
  }

  interface Action<E extends Exception> {
    void run() throws E;
  }

  private static <E extends Exception> boolean unlessLocked(ReentrantLock lock, Action<E> action)
      throws E {
    boolean free = lock.tryLock();
    if (free) {
      try {
        action.run();
      } finally {
        lock.unlock();
      }
    }
    return free;
  }
}
