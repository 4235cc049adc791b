package dev.reprise.tls;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** What an interrupt means to the sockets of the thread. */
final class Interrupts {

  /** {@code Thread.isVirtual()} of JDK 21; null before. */
  private static final MethodHandle IS_VIRTUAL = isVirtual();

  private Interrupts() {}

  private static MethodHandle isVirtual() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return null;
    }
  }

  /**
   * Whether a socket that has to wait closes itself, as it does under a virtual thread that is
   * interrupted (JEP 444): then its end is not the peer's doing.
   */
  static boolean closeSockets() {
    Thread thread = Thread.currentThread();
    if (IS_VIRTUAL == null || !thread.isInterrupted()) {
      return false;
    }
    try {
      return (boolean) IS_VIRTUAL.invokeExact(thread);
    } catch (Throwable e) {
      throw new AssertionError("Thread.isVirtual() throws nothing", e);
    }
  }
}
