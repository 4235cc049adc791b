package dev.reprise.tls.internal.jdk;

import java.security.AccessController;
import java.security.PrivilegedAction;
import java.util.concurrent.ThreadFactory;

/**
 * The daemon threads of the library. They inherit nothing of the caller who starts the first of
 * them: neither its {@link InheritableThreadLocal}s nor its class loaders, which would outlive an
 * application that is taken away.
 */
public final class OwnThreads {

  /** JDK 24 and later have no AccessControlContext (JEP 486). */
  private static final boolean HAVE_CONTEXT = Runtime.version().feature() < 24;

  private OwnThreads() {}

  public static ThreadFactory named(String name) {
    return task -> withoutCaller(() -> thread(task, name));
  }

  /** Makes what keeps the AccessControlContext it is made in, and so the caller's class loaders. */
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
