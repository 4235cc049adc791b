package dev.reprise.tls.internal.jdk;

/** What an interrupt means to the sockets of the thread. */
public final class Interrupts {

  private static final LaterMethod IS_VIRTUAL =
      new LaterMethod(Thread.class, "isVirtual", boolean.class);

  private Interrupts() {}

  /**
   * Whether a socket that has to wait closes itself, as it does under a virtual thread that is
   * interrupted (JEP 444): then its end is not the peer's doing.
   */
  public static boolean closeSockets() {
    Thread thread = Thread.currentThread();
    return thread.isInterrupted() && IS_VIRTUAL.isThere() && (boolean) IS_VIRTUAL.call(thread);
  }
}
