package dev.reprise.tls.internal.provider;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSocket;

/**
 * The threads in a handshake at this moment. Key managers and trust managers are called on the same
 * thread, and find the handshake's channel by it. Some providers show them another engine than the
 * one that they gave out. Thread-safe.
 */
public final class HandshakeThreads {

  private static final Map<Thread, Handshaking> CHANNELS = new ConcurrentHashMap<>();

  /** Whether any manager has been made that asks; most applications have none. */
  private static volatile boolean areAsked;

  private HandshakeThreads() {}

  /** A channel, as managers see it. */
  public interface Handshaking {

    SSLSocket holder();

    /** Notes that a certificate was checked, so that the handshake is a full one. */
    void certificateChecked();
  }

  /** Notes that this thread works on a channel's handshake. Returns the one before, or null. */
  public static Handshaking enter(Handshaking channel) {
    return areAsked ? CHANNELS.put(Thread.currentThread(), channel) : null;
  }

  /** Notes that this thread pauses or ends the handshake, and returns to the one before, if any. */
  public static void leave(Handshaking before) {
    if (before != null) {
      CHANNELS.put(Thread.currentThread(), before);
    } else if (areAsked) {
      CHANNELS.remove(Thread.currentThread());
    }
  }

  /** Starts to note handshakes, for a manager that asks for them. */
  static void ask() {
    areAsked = true;
  }

  /** Returns the channel whose handshake this thread works on; null if it is none of Reprise's. */
  static Handshaking current() {
    return CHANNELS.get(Thread.currentThread());
  }
}
