package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.testkit.Eventually;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.internal.channel.CloseWatchdog;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.AccessControlContext;
import java.security.AccessController;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A thread of the library keeps nothing of the caller that happened to be there first. */
class OwnThreadsTest extends TlsTest {

  private static final InheritableThreadLocal<String> USER = new InheritableThreadLocal<>();

  @TempDir Path directory;

  @Test
  void aPreconnectedConnectionIsOpenedUnderNoUsersName() throws Exception {
    BlockingQueue<Seen> opened = new LinkedBlockingQueue<>();
    recorder.then = event -> opened.add(new Seen());
    ResumingSslSocketFactory factory = factory(preconnecting(1));
    TlsPeer peer = peer("TLSv1.3");
    asUser(() -> Exchange.times(4, factory, peer.port()));
    Seen seen = opened.poll(20, TimeUnit.SECONDS);
    assertThat(seen).isNotNull();
    seen.assertNothingInherited();
  }

  @Test
  void theClockOfClosesKeepsNothingOfWhoFirstNeededIt() throws Exception {
    CompletableFuture<Seen> seen = new CompletableFuture<>();
    asUser(() -> CloseWatchdog.after(0, () -> seen.complete(new Seen())));
    seen.get(20, TimeUnit.SECONDS).assertNothingInherited();
  }

  /** Before JDK 24, JSSE's engines keep the protection domains of who made them. */
  @Test
  void theFactoryKeepsNothingOfWhoFirstAskedASocketOfIt() throws Exception {
    ResumingSslSocketFactory factory = factory(trusting());
    WeakReference<ClassLoader> application =
        asUser(
            () -> {
              try (ResumingSslSocket socket = (ResumingSslSocket) factory.createSocket()) {
                assertThat(socket.getEnabledProtocols()).isNotEmpty();
              }
            });
    Eventually.holds(
        () -> {
          System.gc();
          return application.get() == null;
        });
    assertThat(factory.settings()).isNotNull();
  }

  /** With a security manager, JSSE keeps the session values of each application apart. */
  @Test
  void aSessionOfOneApplicationIsKnownToBeResumedInAnother() throws Exception {
    assumeTrue(Runtime.version().feature() < 24, "JEP 486");
    Path policy =
        Files.writeString(
            directory.resolve("policy"), "grant { permission java.security.AllPermission; };");
    assertThat(
            Exchange.inJvm(
                TwoApplications.class,
                List.of("-Djava.security.manager", "-Djava.security.policy==" + policy)))
        .contains("FIRST=1", "resumed=1");
  }

  static final class TwoApplications extends TlsTest {

    public static void main(String[] arguments) throws Exception {
      TwoApplications own = new TwoApplications();
      ResumingSslSocketFactory factory = own.factory();
      try (TlsPeer peer = own.peer("TLSv1.3")) {
        asUser(() -> Exchange.once(factory, peer.port()));
        asUser(() -> Exchange.once(factory, peer.port()));
      }
      System.out.println(own.statistics.total());
    }
  }

  /** Runs it as an application in a container would, which is taken away then and returned. */
  private static WeakReference<ClassLoader> asUser(Task task) throws Exception {
    List<Throwable> failures = new CopyOnWriteArrayList<>();
    Application application = new Application();
    Runnable inApplication =
        application.calling(
            () -> {
              try {
                USER.set("alice");
                task.run();
              } catch (Exception | AssertionError e) {
                failures.add(e);
              }
            });
    Thread thread = new Thread(new ThreadGroup("requests"), inApplication, "request");
    thread.setContextClassLoader(application);
    thread.setPriority(Thread.MAX_PRIORITY);
    thread.start();
    thread.join();
    assertThat(failures).isEmpty();
    return new WeakReference<>(application);
  }

  /** What a thread has, of which it may have inherited something. */
  @SuppressWarnings("removal") // There is an AccessControlContext up to JDK 23.
  private static final class Seen {

    private final String user = USER.get();
    private final Thread thread = Thread.currentThread();
    private final ClassLoader loader = thread.getContextClassLoader();
    private final int priority = thread.getPriority();
    private final String group = thread.getThreadGroup().getName();
    private final AccessControlContext context = AccessController.getContext();

    void assertNothingInherited() {
      assertThat(user).isNull();
      assertThat(loader).isEqualTo(ResumingSslSocketFactory.class.getClassLoader());
      assertThat(priority).isEqualTo(Thread.NORM_PRIORITY);
      assertThat(group).isEqualTo("system");
      if (Runtime.version().feature() < 24) {
        ProtectionDomain own = ResumingSslSocketFactory.class.getProtectionDomain();
        ProtectionDomain test = OwnThreadsTest.class.getProtectionDomain();
        assertThat(context)
            .isIn(
                new AccessControlContext(new ProtectionDomain[] {}),
                new AccessControlContext(new ProtectionDomain[] {own}),
                new AccessControlContext(new ProtectionDomain[] {test, own}));
      }
    }
  }

  private static final class Application extends ClassLoader {

    Application() {
      super(OwnThreadsTest.class.getClassLoader());
    }

    /** The same, called by a class of this loader. */
    Runnable calling(Runnable task) throws IOException, ReflectiveOperationException {
      String name = Caller.class.getName();
      byte[] code;
      try (InputStream in = getResourceAsStream(name.replace('.', '/') + ".class")) {
        code = in.readAllBytes();
      }
      CodeSource source = new CodeSource(null, (Certificate[]) null);
      return (Runnable)
          defineClass(name, code, 0, code.length, new ProtectionDomain(source, null, this, null))
              .getConstructor(Runnable.class)
              .newInstance(task);
    }
  }

  /** Stands on the stack between the thread and the library. */
  public static final class Caller implements Runnable {

    private final Runnable task;

    public Caller(Runnable task) {
      this.task = task;
    }

    @Override
    public void run() {
      task.run();
    }
  }

  /** An application that only starts does not pay for it. The JVM tells what it loads. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theProviderOfTlsIsLoadedForTheFirstSocket(boolean used) throws Exception {
    String output =
        Exchange.inJvm(FirstUse.class, List.of("-verbose:class"), Boolean.toString(used));
    assertThat(output.contains("sun.security.ssl.SSLContextImpl")).as(output).isEqualTo(used);
  }

  static final class FirstUse {

    public static void main(String[] used) throws Exception {
      ResumingSslSocketFactory factory = new ResumingSslSocketFactory();
      System.out.println(factory.settings() + ", " + factory.laneCounts());
      if (Boolean.parseBoolean(used[0])) {
        factory.createSocket().close();
      }
      factory.closePreconnections();
    }
  }
}
