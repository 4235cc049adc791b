package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.httpclient.Client;
import dev.reprise.httpclient.Library;
import dev.reprise.httpclient.Setup;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.Pem;
import dev.reprise.tls.TlsSettings;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Calls in a JVM that can have no thread for a moment. It has little address space, and each new
 * thread wants more of it than is left.
 */
@EnabledOnOs(OS.LINUX)
class NoThreadTest {

  private static final int ADDRESS_SPACE_KB = 3 << 20;

  /** After more than this a close bounds its writes by a watchdog. */
  private static final int LARGE = 100_000;

  private final Certificates certificates = new Certificates();

  @TempDir private Path directory;

  @ParameterizedTest
  @CsvSource({"TLSv1.2, 204", "TLSv1.3, 204", "TLSv1.3, 200"})
  void aMomentWithoutThreadsEndsNoClient(String protocol, int status) throws Exception {
    Path authority = Files.writeString(directory.resolve("ca.pem"), certificates.authorityPem());
    try (TlsPeer peer = TlsPeer.start(certificates, protocol)) {
      peer.answer(request -> Answer.of(status, status == 204 ? "" : TlsPeer.BODY));
      Process child =
          new ProcessBuilder(
                  "sh",
                  "-c",
                  "ulimit -v " + ADDRESS_SPACE_KB + " && exec \"$0\" \"$@\"",
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx64m",
                  "-Xss64m",
                  "-XX:+UseSerialGC",
                  "-XX:TieredStopAtLevel=1",
                  "-XX:CompressedClassSpaceSize=64m",
                  "-XX:ReservedCodeCacheSize=32m",
                  "-cp",
                  System.getProperty("java.class.path"),
                  NoThreadTest.class.getName(),
                  peer.url(),
                  authority.toString())
              .redirectErrorStream(true)
              .start();
      String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assumeTrue(!said.contains("cannot modify limit"), said);
      assertThat(child.waitFor()).describedAs(said).isZero();
      assertThat(peer.requests()).isEqualTo(3);
    }
  }

  /** The client: the server's address, the file of its authority. */
  public static void main(String[] args) throws Exception {
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(Pem.trustStore(Files.readString(Path.of(args[1]))));
    TlsSettings.Builder tls = TlsSettings.builder().trustManagers(trust.getTrustManagers());
    try (Client client = Library.HTTPCLIENT4.client(new Setup(null, tls))) {
      client.post(args[0], "a");
      CountDownLatch over = new CountDownLatch(1);
      takeAllThreads(over);
      client.post(args[0], "a".repeat(LARGE));
      over.countDown();
      client.post(args[0], "a");
    }
  }

  private static void takeAllThreads(CountDownLatch over) {
    try {
      while (true) {
        Thread thread =
            new Thread(
                () -> {
                  try {
                    over.await();
                  } catch (InterruptedException e) {
                    throw new AssertionError(e);
                  }
                });
        thread.setDaemon(true);
        thread.start();
      }
    } catch (OutOfMemoryError e) {
      // None can be had.
    }
  }
}
