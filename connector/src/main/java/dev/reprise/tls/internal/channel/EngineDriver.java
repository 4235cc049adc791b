package dev.reprise.tls.internal.channel;

import dev.reprise.tls.internal.provider.HandshakeThreads;
import dev.reprise.tls.internal.provider.ProviderTraits;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;

/**
 * Drives the engine of a {@link TlsChannel}: runs its tasks, and reads and writes its records.
 * Reading is guarded by the channel's reader lock, writing by its writer lock.
 */
final class EngineDriver {

  final SSLEngine engine;
  final RecordInput in;
  final RecordOutput out;
  private final TlsChannel channel;

  EngineDriver(TlsChannel channel, SSLEngine engine) {
    this.channel = channel;
    this.engine = engine;
    this.in = new RecordInput(channel.tcp);
    this.out = new RecordOutput(channel.tcp);
  }

  HandshakeStatus status() {
    return engine.getHandshakeStatus();
  }

  void handshake() throws IOException {
    HandshakeThreads.Handshaking before = HandshakeThreads.enter(channel);
    try {
      while (!isHandshakeStepLast()) {}
      out.hold();
    } finally {
      HandshakeThreads.leave(before);
    }
  }

  private boolean isHandshakeStepLast() throws IOException {
    switch (status()) {
      case NEED_TASK:
        runTasks();
        return false;
      case NEED_WRAP:
        if (wrap(RecordInput.NOTHING).getStatus() == Status.CLOSED) {
          throw new SSLHandshakeException("The TLS engine was closed within the handshake");
        }
        return false;
      case FINISHED:
      case NOT_HANDSHAKING:
        return true;
      default:
        receiveHandshake();
        return false;
    }
  }

  private void receiveHandshake() throws IOException {
    switch (unwrap(RecordInput.NOTHING).getStatus()) {
      case BUFFER_UNDERFLOW:
        out.send();
        if (!fill(Tcp.AS_SET)) {
          throw endWithinHandshake();
        }
        break;
      case CLOSED:
        throw new SSLHandshakeException("The peer closed the connection within the handshake");
      case BUFFER_OVERFLOW:
        throw new SSLHandshakeException("The peer sent application data within the handshake");
      default:
        break;
    }
  }

  /**
   * Returns the exception that the provider's sockets throw, since HttpClient retries all but an
   * SSLException. JSSE's engine is not asked for it, as it would drop the session (JDK-8253368).
   */
  private IOException endWithinHandshake() {
    if (channel.claim.lane.cache.traits == ProviderTraits.OTHER) {
      try {
        engine.closeInbound();
      } catch (SSLException e) {
        return asOfSocket(e);
      }
    }
    return (IOException)
        new SSLHandshakeException("Remote host terminated the handshake")
            .initCause(new EOFException("SSL peer shut down incorrectly"));
  }

  /** Runs the delegated tasks of the engine, which may call key and trust managers. */
  void runTasks() {
    HandshakeThreads.Handshaking before = HandshakeThreads.enter(channel);
    try {
      Runnable task = engine.getDelegatedTask();
      while (task != null) {
        task.run();
        task = engine.getDelegatedTask();
      }
    } finally {
      HandshakeThreads.leave(before);
    }
  }

  /** Waits for more records of the peer. Returns false at the end of the TCP stream. */
  boolean fill(int millis) throws IOException {
    channel.claim.awaitsPeer();
    return in.fill(millis);
  }

  /** Lets the engine consume a record. If its data does not fit the target, nothing is lost. */
  SSLEngineResult unwrap(ByteBuffer target) throws IOException {
    // The peer may renegotiate.
    HandshakeThreads.Handshaking before = HandshakeThreads.enter(channel);
    try {
      return engine.unwrap(in.records(), target);
    } catch (SSLException e) {
      throw asOfSocket(e);
    } catch (IOException | RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      // Conscrypt throws a trust manager's checked CertificateException undeclared.
      throw (SSLHandshakeException) new SSLHandshakeException(e.getMessage()).initCause(e);
    } finally {
      HandshakeThreads.leave(before);
      in.taken();
    }
  }

  SSLEngineResult wrap(ByteBuffer source) throws IOException {
    try {
      return out.add(records -> engine.wrap(source, records));
    } catch (SSLException e) {
      throw asOfSocket(e);
    }
  }

  /**
   * Unwraps what the sockets of Bouncy Castle (1.82) throw and its engine wraps, since HttpClient
   * retries by class. The trial covers this with {@code provider=bcjsse}.
   */
  private static IOException asOfSocket(SSLException e) {
    Throwable cause = e.getCause();
    return cause instanceof IOException && cause.toString().equals(e.getMessage())
        ? (IOException) cause
        : e;
  }

  /** Sends the data in records. Returns false if a renegotiation has to proceed first. */
  boolean write(ByteBuffer source, TlsChannel.Action<IOException> check) throws IOException {
    while (source.hasRemaining()) {
      SSLEngineResult result = wrap(source);
      if (result.getStatus() == Status.CLOSED) {
        // If a read has failed, this is its alert.
        out.send();
        throw new SocketException("The connection's output was ended");
      }
      if (result.bytesConsumed() > 0) {
        sendChecked(check);
      } else if (result.getHandshakeStatus() == HandshakeStatus.NEED_TASK) {
        runTasks();
      } else if (result.bytesProduced() == 0) {
        out.send();
        return false;
      }
    }
    return true;
  }

  private void sendChecked(TlsChannel.Action<IOException> check) throws IOException {
    try {
      check.run();
    } catch (IOException | RuntimeException e) {
      out.release();
      throw e;
    }
    out.send();
  }

  void sendAll() throws IOException {
    while (status() == HandshakeStatus.NEED_WRAP
        && wrap(RecordInput.NOTHING).bytesProduced() > 0) {}
    out.send();
  }

  /**
   * Sends the alert for the engine's failure, which Conscrypt does not announce by NEED_WRAP. If a
   * trust manager's exception bypassed Conscrypt, the first wrap continues the handshake and fails.
   */
  void sendAlert() throws IOException {
    try {
      wrap(RecordInput.NOTHING);
    } catch (IOException e) {
      wrap(RecordInput.NOTHING);
    }
    sendAll();
  }

  void closeOutbound() throws IOException {
    out.writeFreely();
    engine.closeOutbound();
    while (!engine.isOutboundDone() && wrap(RecordInput.NOTHING).bytesProduced() > 0) {}
    out.send();
  }
}
