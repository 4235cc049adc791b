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
 * One TCP connection with one TLS engine, and one state. Readers and writers have a lock each and
 * hold it while they wait for TCP, so that neither waits for the other. Closing takes no lock that
 * a reader holds. The engine guards itself.
 */
public final class TlsChannel implements HandshakeThreads.Handshaking {

  enum State {
    CONNECTED,
    HANDSHAKING,
    OPEN,
    CLOSED
  }

  /** How long a writer waits for readers within a renegotiation before it looks again. */
  private static final int LOOK_AGAIN_MILLIS = 10;

  /** How many unread bytes of the peer a close reads at most: more than a system buffers. */
  private static final int MOST_UNREAD = 8 * 1024 * 1024;

  final Tcp tcp;

  /** Whose host is the name that the certificate must match. */
  final Peer peer;

  public final SSLEngine engine;
  public final Claim claim;
  private final AtomicReference<State> state = new AtomicReference<>(State.CONNECTED);
  private final ReaderLock reading = new ReaderLock();
  private final ReentrantLock writing = new ReentrantLock();
  private final EngineDriver driver;
  final RecordInput in;
  public final RecordOutput out;

  /** The socket that has it; null for none yet. */
  volatile SSLSocket holder;

  /** Whether the engine has something to send to the peer, such as its own key update. */
  private volatile boolean answerDue;

  private volatile boolean closeNotified;

  /** The failure of a record; guarded by the lock of readers. */
  private IOException broken;

  volatile boolean certificateChecked;

  /** The session whose certificate was verified last. */
  volatile SSLSession verified;

  /** A channel over a connected socket; the claim is its own from now on. */
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

  /** Changes the state, and is the only place that does. {@link State#CLOSED} is final. */
  private boolean advance(State next) {
    State before = state.getAndUpdate(now -> now == State.CLOSED ? now : next);
    return before != State.CLOSED && before != next;
  }

  /** From now on only the close reads or writes. */
  void beginClose() {
    advance(State.CLOSED);
  }

  /** Whether the peer closed the TCP connection without close_notify, as far as was read. */
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
        // The engine would tell of an end, as of a body that is whole.
        throw new SSLException("TLS has failed before: " + broken.getMessage(), broken);
      }
      return in.hasPlain()
          ? in.takePlain(bytes, offset, length)
          : readRecords(bytes, offset, length, millis);
    } catch (SSLException e) {
      sendAlert();
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
        // Which is told before there is a whole record too.
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
      // Of the answer, which could not be sent.
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

  /** Sends what the engine has to send. If a writer is active, it does so when it is done. */
  private void answer() throws IOException {
    while (answerDue && unlessLocked(writing, this::sendAnswer)) {}
  }

  private void sendAnswer() throws IOException {
    answerDue = false;
    driver.sendAll();
  }

  /** Whether bytes have arrived that were not read yet. */
  boolean hasInput() throws IOException {
    return in.hasPlain() || in.records().hasRemaining() || tcp.available() > 0;
  }

  /** Writes data, and checks each time that records were made of it, before they are sent. */
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

  /** Waits until a reader has seen the peer continue a renegotiation; no data is taken before. */
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

  /** Sends the held records of the handshake, unless a writer is active, which will send them. */
  void sendHeld() throws IOException {
    if (out.isHolding()) {
      unlessLocked(writing, out::send);
    }
  }

  /** Begins to update keys (TLS 1.3), or to renegotiate. */
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

  /** Sends the alert that TLS has failed with, if the engine has one and no writer is active. */
  void sendAlert() {
    try {
      unlessLocked(writing, driver::sendAlert);
    } catch (IOException | RuntimeException e) {
      // The peer is gone, or the engine has thrown all there is.
    }
  }

  /**
   * Waits for input, at most for the given time, and not while another thread reads. Whether there
   * is something that the engine has not taken, an end included; {@link #isWell} tells what it is.
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
   * Lets the engine take what has arrived, without waiting. Whether it belongs to TLS, such as
   * tickets; false for an end or application data. Throws for what is not TLS, or an alert.
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

  /** As {@link #isWell}, and throws application data away; returns how much of it. */
  int discardData() throws IOException {
    int count = 0;
    while (!isWell() && in.hasPlain()) {
      count += in.plainAvailable();
      in.releasePlain();
    }
    return count;
  }

  /** Whether part of a record has arrived, but not all of it. Call {@link #isWell} before. */
  public boolean isWithinRecord() {
    return in.records().hasRemaining();
  }

  public boolean isBeingRead() {
    return reading.isLocked();
  }

  /**
   * Whether there is anything to read, such as an end. May take 1 ms. If a watcher reads, it sees
   * an end by itself, and is about to return with what has arrived.
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
   * Throws away what has arrived and nobody will read, such as tickets. Otherwise the close would
   * be a reset, which loses what is not sent yet. Not while a thread reads.
   */
  void discardUnread() {
    unlessLocked(reading, () -> tcp.discardUnread(MOST_UNREAD));
  }

  /** Closes although a thread is blocked in a write, which ends that write. */
  void cutOff() {
    discardUnread();
    tcp.cutOff();
  }

  /** Gives the lane back and resets the TCP socket. Does no harm if called again. */
  void abandon() {
    advance(State.CLOSED);
    claim.giveBack();
    tcp.reset();
  }

  void release() {
    if (claim.lane.cache.traits.holdsMemory()) {
      try {
        engine.closeOutbound();
        engine.closeInbound();
      } catch (IOException | RuntimeException e) {
        // Nothing of the connection is left to be saved.
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
