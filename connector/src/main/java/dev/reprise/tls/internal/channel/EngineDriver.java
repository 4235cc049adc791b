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
 * Does what the engine of a {@link TlsChannel} asks for, with the records that are read and
 * written. Reading is guarded by the channel's lock of readers, writing by that of writers.
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
   * Makes the exception of the provider's sockets, since HttpClient repeats what is no
   * SSLException. JSSE throws the session away if its engine is asked (JDK-8253368).
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

  /** Runs what the engine leaves to its user, including calls of key and trust managers. */
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

  /** Waits for more of the peer's records. Returns false at the end of TCP. */
  boolean fill(int millis) throws IOException {
    channel.claim.awaitsPeer();
    return in.fill(millis);
  }

  /** Lets the engine take a record. If there is no room for its data, none of it is lost. */
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
      // Conscrypt throws the CertificateException of a trust manager past the compiler.
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
   * The engine of Bouncy Castle (1.82) wraps what its sockets throw as it is, and HttpClient
   * repeats requests by its class. Held by the trial, with {@code provider=bcjsse}.
   */
  private static IOException asOfSocket(SSLException e) {
    Throwable cause = e.getCause();
    return cause instanceof IOException && cause.toString().equals(e.getMessage())
        ? (IOException) cause
        : e;
  }

  /** Makes records of the data and sends each; false if a renegotiation has to go on first. */
  boolean write(ByteBuffer source, TlsChannel.Action<IOException> check) throws IOException {
    while (source.hasRemaining()) {
      SSLEngineResult result = wrap(source);
      if (result.getStatus() == Status.CLOSED) {
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
   * Sends the engine's alert about its failure. Conscrypt does not say that it is due. If a trust
   * manager's exception bypassed it, it continues the handshake and fails once more.
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
