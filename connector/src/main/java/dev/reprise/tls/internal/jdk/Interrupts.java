package dev.reprise.tls.internal.jdk;

/** What an interrupt means to the sockets of the thread. */
public final class Interrupts {

  private static final LaterMethod IS_VIRTUAL =
      new LaterMethod(Thread.class, "isVirtual", boolean.class);

  private Interrupts() {}

  /**
   * Returns whether this thread's sockets close themselves when they wait, as those of an
   * interrupted virtual thread do (JEP 444). Then their end is not the peer's doing.
   */
  public static boolean closeSockets() {
    Thread thread = Thread.currentThread();
    return thread.isInterrupted() && IS_VIRTUAL.isThere() && (boolean) IS_VIRTUAL.call(thread);
  }
}
