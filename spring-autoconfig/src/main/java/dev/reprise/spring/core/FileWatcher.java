package dev.reprise.spring.core;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AccessController;
import java.security.PrivilegedAction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Runs actions when the content of files has changed. Its thread, which there is once something is
 * watched, looks at them once a quiet period. What it finds counts once it stays the same for one
 * more, so that files can be written one after the other. Thread-safe.
 */
final class FileWatcher implements Closeable {

  private static final Log LOG = LogFactory.getLog(FileWatcher.class);

  private final Duration quiet;
  private final List<Watched> all = new CopyOnWriteArrayList<>();
  private final CountDownLatch closed = new CountDownLatch(1);
  private final ClassLoader loader;
  private Thread thread;

  /** A watcher that waits until nothing has changed for as long as {@code quiet}. */
  FileWatcher(Duration quiet, ClassLoader loader) {
    this.quiet = quiet;
    this.loader = loader;
  }

  /**
   * What the files hold, by which a change is told. A file that is not there is left out, and so is
   * what is no file: a pipe would hold up who reads it.
   */
  static Map<Path, Integer> content(List<Path> files) {
    Map<Path, Integer> hashes = new LinkedHashMap<>();
    for (Path file : files) {
      try {
        if (Files.isRegularFile(file)) {
          hashes.put(file, Arrays.hashCode(Files.readAllBytes(file)));
        }
      } catch (IOException e) {
        // What is wrong with it, who loads it tells.
      }
    }
    return hashes;
  }

  /**
   * Gives {@code action} those of the files that have changed; once more if it says that it could
   * not use them, since a file may have been away just then.
   *
   * @param known what they held before they were loaded
   */
  synchronized void watch(
      List<Path> files, Map<Path, Integer> known, Predicate<List<Path>> action) {
    all.add(new Watched(files, known, action));
    if (thread == null) {
      // It inherits nothing of who builds the first client, which may be a request.
      thread = AccessController.doPrivileged((PrivilegedAction<Thread>) this::newThread);
      thread.start();
    }
  }

  private Thread newThread() {
    ThreadGroup top = Thread.currentThread().getThreadGroup();
    while (top.getParent() != null) {
      top = top.getParent();
    }
    Thread made = new Thread(top, this::run, "reprise-file-watcher", 0, false);
    made.setDaemon(true);
    made.setContextClassLoader(loader);
    return made;
  }

  private void run() {
    try {
      while (!closed.await(Math.max(1, quiet.toMillis()), TimeUnit.MILLISECONDS)) {
        all.forEach(Watched::look);
      }
    } catch (InterruptedException e) {
      // The application ends.
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }

  private static final class Watched {

    private final List<Path> files;
    private final Predicate<List<Path>> action;
    private Map<Path, Integer> known;
    private Map<Path, Integer> seen;
    private Map<Path, Integer> tried;

    Watched(List<Path> files, Map<Path, Integer> known, Predicate<List<Path>> action) {
      this.files = files;
      this.known = known;
      this.seen = known;
      this.action = action;
    }

    /** An error in one of the actions, such as a class that is missing, ends no other. */
    void look() {
      try {
        Map<Path, Integer> now = content(files);
        boolean still = now.equals(seen) && now.size() == files.size();
        seen = now;
        if (still && !now.equals(known)) {
          List<Path> changed = new ArrayList<>(files);
          changed.removeIf(file -> now.get(file).equals(known.get(file)));
          if (now.equals(tried)) {
            known = now;
          }
          tried = now;
          if (action.test(changed)) {
            known = now;
          }
        }
      } catch (RuntimeException | Error e) {
        LOG.error("What has to be done for changed files failed", e);
      }
    }
  }
}
