package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What an application that only starts does not pay for. */
class FirstUseTest {

  /** In a JVM of its own, which tells what it loads. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void theProviderOfTlsIsLoadedForTheFirstSocket(boolean used) throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-verbose:class",
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                Boolean.toString(used))
            .redirectErrorStream(true)
            .start();
    String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor()).as(output).isZero();
    assertThat(output.contains("sun.security.ssl.SSLContextImpl")).as(output).isEqualTo(used);
  }

  /** Makes a factory with the default settings, and lets it rest or make a socket. */
  static final class Main {

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
