package dev.reprise.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.Fault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every option, and what is said about a bad one. */
class DemoOptionsTest {
  @Test
  void hasDefaults() {
    assertThat(DemoOptions.builder().build())
        .isEqualTo(
            new DemoOptions(
                0,
                "127.0.0.1",
                List.of("TLSv1.2", "TLSv1.3"),
                KeyType.EC,
                CertificateKind.VALID,
                List.of(),
                false,
                1024,
                Duration.ZERO,
                false,
                null,
                Fault.NONE,
                Duration.ofSeconds(60),
                null,
                1,
                200));
  }

  @Test
  void takesEveryOption() {
    DemoOptions options =
        DemoOptions.builder()
            .port(1)
            .address("::1")
            .tlsVersions("TLSv1.2")
            .keyType(KeyType.RSA)
            .certificate(CertificateKind.WRONG_NAME)
            .serverNames("a.example", "b.example")
            .clientCertificates(true)
            .responseSize(2)
            .serviceTime(Duration.ofMillis(3))
            .keepAlive(true)
            .directory(Path.of("d"))
            .fault(Fault.HOLD_OPEN)
            .faultBound(Duration.ofMillis(4))
            .garbagePort(5)
            .acceptors(2)
            .threads(60)
            .build();

    assertThat(options)
        .isEqualTo(
            new DemoOptions(
                1,
                "::1",
                List.of("TLSv1.2"),
                KeyType.RSA,
                CertificateKind.WRONG_NAME,
                List.of("a.example", "b.example"),
                true,
                2,
                Duration.ofMillis(3),
                true,
                Path.of("d"),
                Fault.HOLD_OPEN,
                Duration.ofMillis(4),
                5,
                2,
                60));
  }

  static Stream<Arguments> badValues() {
    return Stream.of(
        bad("port: 65536 is outside 0 to 65535", options -> options.port(65_536)),
        bad("port: -1 is outside", options -> options.port(-1)),
        bad("address: 'no.such.invalid' cannot", options -> options.address("no.such.invalid")),
        bad("tls-versions: unknown version 'SSLv3'", options -> options.tlsVersions("SSLv3")),
        bad("tls-versions: none given", DemoOptions.Builder::tlsVersions),
        bad("server-names: 'a b' is neither", options -> options.serverNames("a b")),
        bad("response-size: -1 is outside", options -> options.responseSize(-1)),
        bad("service-time: -1ms", options -> options.serviceTime(Duration.ofMillis(-1))),
        bad("fault: 'connect-stall'", options -> options.fault(Fault.CONNECT_STALL)),
        bad("fault-bound: 7200000ms", options -> options.faultBound(Duration.ofHours(2))),
        bad("garbage-port: 70000 is", options -> options.garbagePort(70_000)),
        bad("acceptors: 0 is outside 1 to 16", options -> options.acceptors(0)),
        bad("threads: 3 is outside", options -> options.threads(3)));
  }

  @ParameterizedTest
  @MethodSource("badValues")
  void namesABadValueAndWhatIsExpected(String message, Consumer<DemoOptions.Builder> setting) {
    DemoOptions.Builder builder = DemoOptions.builder();
    setting.accept(builder);

    assertThatThrownBy(builder::build)
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith(message);
  }

  private static Arguments bad(String message, Consumer<DemoOptions.Builder> setting) {
    return Arguments.of(message, setting);
  }
}
