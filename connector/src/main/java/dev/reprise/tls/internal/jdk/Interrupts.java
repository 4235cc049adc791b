package dev.reprise.tls.internal.jdk;

/** What an interrupt means to the sockets of the thread. */
public final class Interrupts {

  private Interrupts() {}

  /** Looked up for the first interrupt, since the look-up would slow the first call down. */
  private static final class Virtual {
    static final LaterMethod IS = new LaterMethod(Thread.class, "isVirtual", boolean.class);
  }

  /**
   * Whether a socket that has to wait closes itself, as it does under a virtual thread that is
   * interrupted (JEP 444): then its end is not the peer's doing.
   */
  public static boolean closeSockets() {
    Thread thread = Thread.currentThread();
    return thread.isInterrupted() && Virtual.IS.isThere() && (boolean) Virtual.IS.call(thread);
  }
}
