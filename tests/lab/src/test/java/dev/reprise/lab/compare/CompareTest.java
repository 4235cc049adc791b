package dev.reprise.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.lab.LabRun;
import dev.reprise.subject.compare.TestServer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompareTest {

  @TempDir Path directory;
  private Path body;

  @BeforeEach
  void writeBody() throws Exception {
    body = Files.writeString(directory.resolve("body.xml"), "<question/>");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --nonsense                        | Unknown option: '--nonsense'
          --clients okhttp,curl             | --clients: unknown client 'curl'; known are httpsurlconnection, httpclient-4.5.13,
          --threads many                    | '--threads'
          --threads 0                       | --threads: 0 is not within 1 to 512
          --threads 16,600                  | --threads: 600 is not within 1 to 512
          --tls TLSv1.1                     | --tls: unknown version 'TLSv1.1'; known are TLSv1.3, TLSv1.2
          --requests -1                     | --requests: -1 is not within 1 to 1000000
          --rounds 51                       | --rounds: 51 is not within 1 to 50
          --levels soap                     | --levels: unknown level 'soap'; known are plain, webservicetemplate
          --levels webservicetemplate --clients okhttp,floor | --levels: none of the clients
          --provider openssl                | --provider: unknown provider 'openssl'; known are jsse, conscrypt, corretto
          --key-type dsa                    | --key-type: unknown type 'dsa'; known are ec, rsa
          --jdk /no/such/jdk                | --jdk: '/no/such/jdk' is neither the home of a JDK nor a java binary
          --peers 1001                      | --peers: 1001 is not within 1 to 1000
          --peers 9 --clients okhttp        | --clients: okhttp goes with one peer only, not with --peers
          --seconds 2                       | --seconds: 2 is not within 3 to 3600
          --experiment speed                | --experiment: unknown experiment 'speed'; known are spares, sidecar,
          --experiment floor --url https://localhost/ --body BODY | --experiment: goes with the demo server only
          --experiment floor --threads 0    | --threads: 0 is not within 1 to 512
          --rtt 20                          | --rtt: '20' is no time such as 20ms or 1s
          --rtt 2s                          | --rtt: '2s' is more than 1s
          --rate 0                          | --rate: 0.0 is not above 0 and to 10000
          --arrivals poisson                | --arrivals: goes with --rate only
          --rate 5 --arrivals never         | --arrivals: unknown kind 'never'; known are constant, poisson
          --url https://localhost/ --body BODY --rtt 20ms | --rtt, --rate and --service-time: go with the demo server only
          --url https://localhost/ --body BODY --clients keep-alive | --clients: keep-alive goes with the demo server only
          --body BODY                       | --body: goes with --url only
          --header A:b                      | --header: goes with --url only
          --trust-store BODY                | --trust-store: goes with --url only
          --url https://localhost/          | --body: --url needs the file to send; give --body FILE
          --url http://localhost/ --body BODY   | --url: 'http://localhost/' is no https URL
          --url https://u:p@localhost/ --body BODY | --url: leave user and password out
          --url https://localhost/ --body nowhere.xml | --body: there is no file 'nowhere.xml'
          --url https://localhost/ --body BODY --content-type xml | --content-type: 'xml' is none
          --url https://localhost/ --body BODY --header nonsense  | --header: one is not of the form 'Name: value'
          --url https://localhost/ --body BODY --header Host:b    | --header: Host is set by the comparison itself
          --url https://localhost/ --body BODY --trust-store BODY | --trust-store: put its password into an environment variable
          --url https://localhost/ --body BODY --trust-store BODY --trust-store-password-env NO_SUCH_VARIABLE | there is no environment variable 'NO_SUCH_VARIABLE'
          --url https://localhost/ --body BODY --trust-store BODY --trust-store-password-env PATH | --trust-store: 'BODY' cannot be opened
          --url https://localhost/ --body BODY --requests 501     | --requests: 501 is not within 1 to 500
          --url https://localhost/ --body BODY --requests 500 --rounds 9 | at most 20,000 are sent to an endpoint of your own
          --url https://localhost/ --body BODY --levels webservicetemplate | --levels: webservicetemplate goes with the demo server only
          --url https://localhost/ --body BODY --key-type rsa     | --key-type: goes with the demo server only
          --url https://localhost/ --body BODY --tls TLSv1.2 --provider conscrypt | --tls: goes with --url for jsse and corretto only
          """)
  void whatMakesNoSenseIsOneLineAndExitCodeTwo(String arguments, String message) {
    LabRun run = run(arguments.replace("BODY", body.toString()).split(" "));

    assertThat(run.code()).isEqualTo(2);
    assertThat(run.complaints())
        .singleElement()
        .asString()
        .startsWith("tests/lab.sh compare: ")
        .contains(message.replace("BODY", body.toString()))
        .endsWith("(see --help)");
    assertThat(run.out()).isEmpty();
  }

  @Test
  void aFileThatIsNoJavaIsRefused() throws Exception {
    Path script = Files.writeString(directory.resolve("java"), "#!/bin/sh\necho hello\n");
    assertThat(script.toFile().setExecutable(true)).isTrue();

    LabRun run = run("--jdk", script.toString());
    assertThat(run.code()).isEqualTo(2);
    assertThat(run.err()).contains("--jdk:").contains("does not tell its Java version");
  }

  @Test
  void anUnreachableUrlIsOneLineAndExitCodeOne() throws Exception {
    int closed;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("localhost"))) {
      closed = socket.getLocalPort();
    }
    String url = "https://localhost:" + closed + "/";

    LabRun run = run("--url", url, "--body", body.toString());
    assertThat(run.code()).isEqualTo(1);
    assertThat(run.complaints())
        .last()
        .asString()
        .contains("--url: " + url + " cannot be called", "refused");
  }

  @Test
  void aServerThatIsNotTrustedIsOneLineThatNamesTheOption() throws Exception {
    try (TestServer server = new TestServer("localhost", directory)) {
      LabRun run = run("--url", server.url("/"), "--body", body.toString());
      assertThat(run.code()).isEqualTo(1);
      assertThat(run.complaints())
          .last()
          .asString()
          .contains("PKIX")
          .endsWith("give the CA with --trust-store");
    }
  }

  @Test
  void theWarningSaysHowManyRequestsGoWhere() {
    LabRun run =
        run(
            "--url",
            "https://localhost:1/",
            "--body",
            body.toString(),
            "--clients",
            "okhttp,floor");

    assertThat(run.err())
        .contains("WARNING: 400 POST requests go to https://localhost:1/, by up to 4 threads");
  }

  @Test
  void anOutputDirectoryThatCannotBeMadeIsOneLine() {
    LabRun run = run("--out", body.resolve("results").toString());

    assertThat(run.code()).isEqualTo(1);
    assertThat(run.complaints())
        .last()
        .asString()
        .contains("--out: the directory", "cannot be made");
  }

  @Test
  void helpNamesEveryOption() {
    LabRun run = run("--help");
    assertThat(run.code()).isZero();
    assertThat(run.out())
        .contains("--threads", "--tls", "--requests", "--rounds", "--clients", "--levels")
        .contains("--experiment", "--peers", "--seconds")
        .contains("--rtt", "--rate", "--arrivals", "--service-time")
        .contains("--jdk", "--provider", "--key-type", "--quick", "--out")
        .contains("--url", "--body", "--content-type", "--header")
        .contains("--trust-store", "--trust-store-password-env");
  }

  @Test
  void valuesOfHeadersAreNotWrittenDown() {
    List<String> arguments =
        List.of("--header", "Authorization: Bearer abc", "--header=X: def", "--quick");

    assertThat(EndpointOptions.withoutSecrets(arguments))
        .containsExactly("--header", "'Authorization: …'", "'--header=X: …'", "--quick");
  }

  private LabRun run(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    if (!all.contains("--out") && !all.contains("--help")) {
      all.addAll(List.of("--out", directory.resolve("results").toString()));
    }
    all.add(0, "compare");
    return LabRun.of(all.toArray(String[]::new));
  }
}
