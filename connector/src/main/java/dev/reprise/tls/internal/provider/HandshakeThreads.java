package dev.reprise.tls.internal.provider;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.ssl.SSLSocket;

/**
 * The threads that do a handshake at this moment, by which key managers and trust managers, which
 * are asked on the same thread, learn of its channel: some providers show them another engine than
 * the one that they gave out. Thread-safe.
 */
public final class HandshakeThreads {

  private static final Map<Thread, Handshaking> CHANNELS = new ConcurrentHashMap<>();

  /** Whether there ever was a manager that asks; most applications have none. */
  private static volatile boolean areAsked;

  private HandshakeThreads() {}

  /** What a channel is to managers. */
  public interface Handshaking {

    SSLSocket holder();

    /** Notes that a certificate was checked, so that the handshake is a full one. */
    void certificateChecked();
  }

  /**
   * This thread goes on with a channel's handshake; returns the one that it was at before, if any.
   */
  public static Handshaking enter(Handshaking channel) {
    return areAsked ? CHANNELS.put(Thread.currentThread(), channel) : null;
  }

  /** This thread is done with it, for now at least, and goes on with the one before, if any. */
  public static void leave(Handshaking before) {
    if (before != null) {
      CHANNELS.put(Thread.currentThread(), before);
    } else if (areAsked) {
      CHANNELS.remove(Thread.currentThread());
    }
  }

  /** Has handshakes be noted from now on: a manager is made that asks for them. */
  static void ask() {
    areAsked = true;
  }

  /** The channel whose handshake this thread does; null for none of ours. */
  static Handshaking current() {
    return CHANNELS.get(Thread.currentThread());
  }
}
