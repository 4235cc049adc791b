package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.TlsSettings;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.concurrent.CountDownLatch;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClientBuilder;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.util.EntityUtils;
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

  @ParameterizedTest(name = "stock: {0}, {1}, {2}")
  @CsvSource({
    "true, TLSv1.2, 204",
    "false, TLSv1.2, 204",
    "true, TLSv1.3, 204",
    "false, TLSv1.3, 204",
    "true, TLSv1.3, 200",
    "false, TLSv1.3, 200"
  })
  void aMomentWithoutThreadsEndsNoClient(boolean stock, String protocol, int status)
      throws Exception {
    Path authority = directory.resolve("ca.pem");
    Files.writeString(authority, certificates.authorityPem());
    Path output = directory.resolve("output");
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
                  Boolean.toString(stock),
                  peer.url(),
                  authority.toString())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      int exit = child.waitFor();
      String said = Files.readString(output, StandardCharsets.UTF_8);
      assumeTrue(!said.contains("cannot modify limit"), said);
      assertThat(exit).describedAs(said).isZero();
      assertThat(peer.requests()).isEqualTo(3);
    }
  }

  /** The client: whether it is a stock one, the server's address, the file of its authority. */
  public static void main(String[] args) throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    try (InputStream pem = Files.newInputStream(Path.of(args[2]))) {
      store.setCertificateEntry(
          "ca", CertificateFactory.getInstance("X.509").generateCertificate(pem));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    HttpClientBuilder builder = HttpClients.custom().disableAutomaticRetries();
    if (Boolean.parseBoolean(args[0])) {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      builder.setSSLContext(context);
    } else {
      builder.setConnectionManager(
          ResumingConnectionManager.builder()
              .tls(TlsSettings.builder().trustManagers(trust.getTrustManagers()).build())
              .build());
    }
    try (CloseableHttpClient client = builder.build()) {
      post(client, args[1], 1);
      CountDownLatch over = new CountDownLatch(1);
      takeAllThreads(over);
      post(client, args[1], LARGE);
      over.countDown();
      post(client, args[1], 1);
    }
  }

  private static void post(CloseableHttpClient client, String url, int length) throws Exception {
    HttpPost request = new HttpPost(url);
    request.setEntity(new ByteArrayEntity(new byte[length]));
    try (CloseableHttpResponse response = client.execute(request)) {
      EntityUtils.consume(response.getEntity());
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
