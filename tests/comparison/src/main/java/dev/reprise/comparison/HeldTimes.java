package dev.reprise.comparison;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.reprise.comparison.client.ClientKind;
import dev.reprise.comparison.client.CryptoProvider;
import dev.reprise.comparison.client.HeldTime;
import dev.reprise.comparison.client.HeldTimesMain;
import dev.reprise.comparison.client.Level;
import dev.reprise.comparison.client.RunnerSetup;
import dev.reprise.harness.ChildProcess;
import dev.reprise.harness.ClassPath;
import dev.reprise.harness.HarnessException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures for how long callers are held by a server that does not do its part. */
@Command(
    name = "held-times",
    mixinStandardHelpOptions = true,
    description =
        "Measures for how long HttpClient 4.5.14, without and with Reprise, holds its caller when"
            + " the server keeps the connection open, does not answer, or the call is aborted.")
final class HeldTimes implements Callable<Integer> {

  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final List<String> VERSIONS = List.of("TLSv1.3", "TLSv1.2");

  @Spec private CommandSpec spec;

  @Option(
      names = "--jdk",
      paramLabel = "PATH",
      description =
          "The Java to run the clients with, 11 or newer. Default the one that runs this.")
  private Path jdk;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      defaultValue = "results",
      description = "Where held-times.json goes. Default ${DEFAULT-VALUE}.")
  private Path out;

  @Override
  public Integer call() throws IOException {
    PrintWriter console = spec.commandLine().getOut();
    PrintWriter progress = spec.commandLine().getErr();
    ClientJdk clientJdk = jdk == null ? ClientJdk.current() : ClientJdk.of(jdk);
    ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    Map<String, Object> results = new LinkedHashMap<>();
    results.put("date", LocalDate.now().toString());
    results.put("java", clientJdk.feature());
    for (String version : VERSIONS) {
      progress.println("measuring " + version + ", about 40 s …");
      List<HeldTime> times = measure(version, clientJdk);
      results.put(version, times);
      console.println();
      console.printf("%s, Java %d%n", version, clientJdk.feature());
      for (HeldTime time : times) {
        console.printf(
            "  %-18s %-70s median %8.1f ms  worst %8.1f ms  (%d calls)%n",
            time.client, time.situation, time.medianMillis, time.worstMillis, time.calls);
      }
    }
    Path file = Files.createDirectories(out).resolve("held-times.json");
    json.writeValue(file.toFile(), results);
    console.println();
    console.println("Written: " + file.toAbsolutePath().normalize());
    return 0;
  }

  private static List<HeldTime> measure(String version, ClientJdk jdk) {
    Installation installation = Installation.current();
    String classPath =
        ClassPath.of(
            installation.classPath(
                ClientKind.REPRISE_HTTPCLIENT4, Level.PLAIN, CryptoProvider.JSSE));
    ObjectMapper json = new ObjectMapper();
    try (DemoEndpoint server = new DemoEndpoint(installation, version, "ec", Load.NONE, false);
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
