package dev.reprise.tls.internal.jdk;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.ThreadFactory;

/**
 * Makes the library's daemon threads. They inherit nothing from the caller that starts the first
 * one: neither its {@link InheritableThreadLocal}s nor its class loaders. Those would otherwise
 * outlive an application that is undeployed.
 */
public final class OwnThreads {

  /** JDK 24 and later have no AccessControlContext (JEP 486). */
  private static final boolean HAVE_CONTEXT = Runtime.version().feature() < 24;

  private OwnThreads() {}

  public static ThreadFactory named(String name) {
    return task -> withoutCaller(() -> thread(task, name));
  }

  /** Runs without the caller's AccessControlContext, which would keep its class loaders alive. */
  public static <T> T withoutCaller(PrivilegedAction<T> making) {
    return HAVE_CONTEXT ? AccessController.doPrivileged(making) : making.run();
  }

  private static Thread thread(Runnable task, String name) {
    Thread thread = new Thread(topGroup(), task, name, 0, false);
    thread.setDaemon(true);
    thread.setPriority(Thread.NORM_PRIORITY);
    thread.setContextClassLoader(OwnThreads.class.getClassLoader());
    return thread;
  }

  private static ThreadGroup topGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }
}
