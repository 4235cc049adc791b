package dev.reprise.spring.core;

import static java.nio.file.StandardWatchEventKinds.ENTRY_CREATE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_DELETE;
import static java.nio.file.StandardWatchEventKinds.ENTRY_MODIFY;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.ClosedWatchServiceException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.BeanClassLoaderAware;

/**
 * Runs actions when the content of files has changed. Its thread, which there is once something is
 * watched, sleeps until the file system tells of a change in a directory. Files that are replaced,
 * and links that are turned to others, as Kubernetes does with secrets, count too. Thread-safe.
 */
final class FileWatcher implements BeanClassLoaderAware, Closeable {

  private static final Log LOG = LogFactory.getLog(FileWatcher.class);

  /** A directory that is never quiet is looked at after so many quiet periods. */
  private static final int PATIENCE = 10;

  private final Duration quiet;
  private final List<Watched> all = new CopyOnWriteArrayList<>();
  private ClassLoader loader = FileWatcher.class.getClassLoader();
  private WatchService service;

  /** A watcher that waits until nothing has changed for as long as {@code quiet}. */
  FileWatcher(Duration quiet) {
    this.quiet = quiet;
  }

  @Override
  public void setBeanClassLoader(ClassLoader applications) {
    loader = applications;
  }

  /** What the files hold, by which a change is told; a file that is not there is left out. */
  static Map<Path, Integer> content(List<Path> files) {
    Map<Path, Integer> hashes = new LinkedHashMap<>();
    for (Path file : files) {
      try {
        hashes.put(file, Arrays.hashCode(Files.readAllBytes(file)));
      } catch (IOException e) {
        // What is wrong with it, who loads it tells.
      }
    }
    return hashes;
  }

  /**
   * Gives {@code action} those of the files that have changed.
   *
   * @param known what they held before they were loaded
   */
  synchronized void watch(List<Path> files, Map<Path, Integer> known, Consumer<List<Path>> action)
      throws IOException {
    boolean first = service == null;
    service = first ? FileSystems.getDefault().newWatchService() : service;
    Watched watched = new Watched(service, files, known, action);
    all.add(watched);
    if (first) {
      WatchService watching = service;
      // It inherits nothing of who builds the first client, which may be a request.
      Thread thread = new Thread(null, () -> run(watching), "reprise-file-watcher", 0, false);
      thread.setDaemon(true);
      thread.setContextClassLoader(loader);
      thread.start();
    }
    watched.look();
  }

  private void run(WatchService watching) {
    try {
      while (true) {
        WatchKey key = watching.take();
        long end = System.nanoTime() + PATIENCE * quiet.toNanos();
        while (key != null && end - System.nanoTime() > 0) {
          key.pollEvents();
          key.reset();
          key = watching.poll(quiet.toNanos(), TimeUnit.NANOSECONDS);
        }
        if (key != null) {
          key.reset();
        }
        all.forEach(Watched::look);
      }
    } catch (ClosedWatchServiceException | InterruptedException e) {
      // The application ends.
    }
  }

  @Override
  public synchronized void close() throws IOException {
    if (service != null) {
      service.close();
    }
  }

  private static final class Watched {

    private final WatchService service;
    private final List<Path> files;
    private final Consumer<List<Path>> action;
    private Map<Path, Integer> content;

    Watched(
        WatchService service,
        List<Path> files,
        Map<Path, Integer> known,
        Consumer<List<Path>> action)
        throws IOException {
      this.service = service;
      this.files = files;
      this.action = action;
      this.content = known;
      content();
    }

    /** Watches where a file is named and where a link leads; a directory is registered once. */
    private Map<Path, Integer> content() throws IOException {
      Map<Path, Integer> hashes = new LinkedHashMap<>();
      for (Path file : files) {
        for (Path place : List.of(file.toAbsolutePath(), file.toRealPath())) {
          place.getParent().register(service, ENTRY_CREATE, ENTRY_MODIFY, ENTRY_DELETE);
        }
        hashes.put(file, Arrays.hashCode(Files.readAllBytes(file)));
      }
      return hashes;
    }

    synchronized void look() {
      try {
        Map<Path, Integer> now = content();
        List<Path> changed = new ArrayList<>(now.keySet());
        changed.removeIf(file -> now.get(file).equals(content.get(file)));
        content = now;
        if (!changed.isEmpty()) {
          action.accept(changed);
        }
      } catch (IOException e) {
        LOG.debug("A watched file cannot be read at this moment", e);
      } catch (ClosedWatchServiceException e) {
        throw e;
      } catch (RuntimeException e) {
        LOG.error("What has to be done for changed files failed", e);
      }
    }
  }
}
