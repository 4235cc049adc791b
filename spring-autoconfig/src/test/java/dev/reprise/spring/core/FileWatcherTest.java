package dev.reprise.spring.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Files that change while an application runs. */
class FileWatcherTest {

  private static final InheritableThreadLocal<String> USER = new InheritableThreadLocal<>();

  @TempDir Path directory;

  @Test
  void itsThreadInheritsNothingOfTheRequestThatBuildsTheFirstClient() throws Exception {
    Path file = Files.writeString(directory.resolve("store"), "old");
    CompletableFuture<String> user = new CompletableFuture<>();
    CompletableFuture<ClassLoader> loader = new CompletableFuture<>();
    CompletableFuture<ThreadGroup> group = new CompletableFuture<>();
    ThreadGroup applications = new ThreadGroup("application");
    try (FileWatcher watcher =
        new FileWatcher(Duration.ofMillis(1), FileWatcher.class.getClassLoader())) {
      Thread request =
          new Thread(
              applications,
              () -> {
                USER.set("alice");
                try {
                  watcher.watch(
                      List.of(file),
                      FileWatcher.content(List.of(file)),
                      changed -> {
                        group.complete(Thread.currentThread().getThreadGroup());
                        loader.complete(Thread.currentThread().getContextClassLoader());
                        return user.complete(USER.get());
                      });
                } catch (Exception e) {
                  user.completeExceptionally(e);
                }
              });
      request.setContextClassLoader(new ClassLoader(getClass().getClassLoader()) {});
      request.start();
      request.join();
      Files.writeString(file, "new");
      assertThat(user.get(20, TimeUnit.SECONDS)).isNull();
      assertThat(group.get()).isNotEqualTo(applications);
      assertThat(loader.get()).isEqualTo(FileWatcher.class.getClassLoader());
    }
  }

  @Test
  void aChangeBetweenLoadingAndWatchingIsNoticed() throws Exception {
    Path file = Files.writeString(directory.resolve("store"), "old");
    CompletableFuture<List<Path>> changed = new CompletableFuture<>();
    try (FileWatcher watcher =
        new FileWatcher(Duration.ofMillis(1), FileWatcher.class.getClassLoader())) {
      Map<Path, Integer> loaded = FileWatcher.content(List.of(file));
      Files.writeString(file, "new");
      watcher.watch(List.of(file), loaded, changed::complete);
      assertThat(changed.get(20, TimeUnit.SECONDS)).containsExactly(file);
    }
  }

  @Test
  void anErrorInAnActionEndsNoOther() throws Exception {
    Path file = Files.writeString(directory.resolve("store"), "old");
    CompletableFuture<List<Path>> changed = new CompletableFuture<>();
    try (FileWatcher watcher =
        new FileWatcher(Duration.ofMillis(1), FileWatcher.class.getClassLoader())) {
      Map<Path, Integer> loaded = FileWatcher.content(List.of(file));
      watcher.watch(
          List.of(file),
          loaded,
          files -> {
            throw new NoClassDefFoundError("of a provider");
          });
      watcher.watch(List.of(file), loaded, changed::complete);
      Files.writeString(file, "new");
      assertThat(changed.get(20, TimeUnit.SECONDS)).containsExactly(file);
    }
  }

  /** As a file that is moved away and back while it is loaded. */
  @Test
  void whatCouldNotBeUsedIsTriedOnceMore() throws Exception {
    Path file = Files.writeString(directory.resolve("store"), "old");
    AtomicInteger tries = new AtomicInteger();
    CompletableFuture<List<Path>> used = new CompletableFuture<>();
    try (FileWatcher watcher =
        new FileWatcher(Duration.ofMillis(1), FileWatcher.class.getClassLoader())) {
      watcher.watch(
          List.of(file),
          FileWatcher.content(List.of(file)),
          files -> tries.incrementAndGet() > 1 && used.complete(files));
      Files.writeString(file, "new");
      assertThat(used.get(20, TimeUnit.SECONDS)).containsExactly(file);
    }
  }

  /** Opening a pipe waits for a writer. */
  @Test
  @DisabledOnOs(OS.WINDOWS)
  void aPipeInThePlaceOfAFileHoldsUpNobody() throws Exception {
    Path file = Files.writeString(directory.resolve("store"), "old");
    Path pipe = directory.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    CompletableFuture<List<Path>> changed = new CompletableFuture<>();
    try (FileWatcher watcher =
        new FileWatcher(Duration.ofMillis(1), FileWatcher.class.getClassLoader())) {
      watcher.watch(List.of(pipe), Map.of(), files -> true);
      watcher.watch(List.of(file), FileWatcher.content(List.of(file)), changed::complete);
      Files.writeString(file, "new");
      assertThat(changed.get(20, TimeUnit.SECONDS)).containsExactly(file);
    }
  }
}
