package dev.reprise.lab.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.ClassPath;
import dev.reprise.lab.Experiment;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.Installation;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.lab.Page;
import dev.reprise.lab.Run;
import dev.reprise.subject.compare.ClientKind;
import dev.reprise.subject.compare.CryptoProvider;
import dev.reprise.subject.compare.HeldTime;
import dev.reprise.subject.compare.HeldTimesMain;
import dev.reprise.subject.compare.Level;
import dev.reprise.subject.compare.RunnerSetup;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** For how long callers are held by a server that does not do its part. */
@Command(
    name = "held-times",
    description =
        "Measures for how long HttpClient 4.5.14, without and with Reprise, holds its caller when"
            + " the server keeps the connection open, does not answer, or the call is aborted.")
public final class HeldTimes extends Experiment {

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final List<String> VERSIONS = List.of("TLSv1.3", "TLSv1.2");

  @Option(
      names = "--jdk",
      paramLabel = "PATH",
      description =
          "The Java to run the clients with, 11 or newer. Default the one that runs this.")
  private Path jdk;

  private HeldTimes() {}

  @Override
  protected int measure() throws IOException {
    Instant begin = Instant.now();
    JavaRuntime clientJdk = jdk == null ? JavaRuntime.own() : JavaRuntime.given("--jdk", jdk);
    Path directory = directory();
    List<HeldTime> cells = new ArrayList<>();
    for (String version : VERSIONS) {
      errors().println("measuring " + version + ", about 40 s …");
      List<HeldTime> times = measure(version, clientJdk);
      times.forEach(time -> time.tls = version);
      cells.addAll(times);
    }
    Run.of(
            name(),
            begin,
            commandLine(),
            Map.of(Run.CLIENT, clientJdk.described(), Run.SERVER, JavaRuntime.own().described()),
            null,
            List.of(),
            Map.of(),
            cells)
        .write(directory);
    writePage(directory);
    console().println("Written: " + page(directory).toAbsolutePath().normalize());
    return 0;
  }

  @Override
  protected int writePage(Path directory) throws IOException {
    List<Run<Object, HeldTime>> runs = Run.readAll(directory, name(), Object.class, HeldTime.class);
    Page page = new Page("How long callers are held");
    page.provenance(runs);
    for (Run<Object, HeldTime> run : runs) {
      page.section("Clients on Java " + run.runtimes().get(Run.CLIENT));
      page.table(List.of("TLS", "client", "situation", "calls", "median, ms", "worst, ms"));
      for (HeldTime time : run.cells()) {
        page.row(
            List.of(
                time.tls,
                time.client,
                time.situation,
                String.valueOf(time.calls),
                "%.1f".formatted(time.medianMillis),
                "%.1f".formatted(time.worstMillis)));
      }
    }
    page.write(page(directory));
    return 0;
  }

  private static List<HeldTime> measure(String version, JavaRuntime jdk) {
    String classPath =
        ClassPath.of(
            ClassPaths.of(ClientKind.REPRISE_HTTPCLIENT4, Level.PLAIN, CryptoProvider.JSSE));
    ObjectMapper json = new ObjectMapper();
    try (DemoEndpoint server = new DemoEndpoint(Installation.demoServer(), version, "ec");
        ChildProcess client =
            ChildProcess.start(
                "the JVM of the clients",
                List.of(jdk.java().toString(), "-cp", classPath, HeldTimesMain.class.getName()))) {
      server.awaitReady();
      RunnerSetup setup = new RunnerSetup();
      setup.client = ClientKind.REPRISE_HTTPCLIENT4;
      setup.level = Level.PLAIN;
      setup.provider = CryptoProvider.JSSE;
      setup.threads = 2;
      server.describe(setup, Level.PLAIN);
      client.send(json.writeValueAsString(setup));
      return List.of(json.readValue(client.receive("[", LIMIT), HeldTime[].class));
    } catch (JsonProcessingException e) {
      throw new HarnessException("unreadable answer: " + e.getOriginalMessage(), e);
    }
  }
}
