package dev.reprise.tls;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;

/**
 * The errors that OpenSSL keeps with a thread. WildFly OpenSSL leaves them there when a handshake
 * fails or a connection is closed before its handshake has completed, and tells of them at the next
 * read on that thread, whatever connection it is of. A handshake that begins forgets them.
 */
final class ThreadErrors {

  private ThreadErrors() {}

  /** Forgets those of this thread, which is about to use a connection that it did not open. */
  static void forget(SSLContext context) {
    SSLEngine engine;
    try {
      engine = context.createSSLEngine();
    } catch (UnsupportedOperationException e) {
      // A context without engines is not WildFly's own.
      return;
    }
    engine.setUseClientMode(true);
    try {
      engine.wrap(ByteBuffer.allocate(0), ByteBuffer.allocate(packetSize(engine)));
    } catch (SSLException e) {
      // It has begun, whatever became of it.
    }
    // The end of one that has not completed leaves an error behind as well.
    CloseWatchdog.after(0, () -> release(engine));
  }

  private static int packetSize(SSLEngine engine) {
    return engine.getSession().getPacketBufferSize();
  }

  /** Frees its memory. */
  private static void release(SSLEngine engine) {
    engine.closeOutbound();
    try {
      engine.closeInbound();
    } catch (SSLException e) {
      // It has no peer that could have closed it first.
    }
  }
}
