package dev.reprise.lab.matrix;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.lab.ChildProcess;
import dev.reprise.lab.HarnessException;
import dev.reprise.lab.Tool;
import dev.reprise.lab.matrix.ServerSite.TlsVersion;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A server program of the machine, as {@code servers.json} has it. Texts hold placeholders such as
 * {@code ${port}}.
 *
 * @param version what its version is the first group of, in what it prints when told the option
 * @param files what stands in its folder: resources with placeholders
 * @param prepare a command that is run first, or null
 * @param path what is called, with this method
 * @param resumed found in the line that it logs of a resumed handshake; null if it tells none
 * @param full the same of a full one
 * @param complaint found in a line that tells an error; the first group is what is kept
 */
record Program(
    String name,
    String title,
    String tool,
    String versionOption,
    String version,
    List<String> files,
    List<String> prepare,
    List<String> command,
    Map<String, String> environment,
    String method,
    String path,
    List<String> logs,
    String resumed,
    String full,
    String complaint) {
  private static final Duration PREPARATION_LIMIT = Duration.ofMinutes(5);
  static final Map<String, Program> ALL = read();

  private static Map<String, Program> read() {
    try (InputStream in = Program.class.getResourceAsStream("servers.json")) {
      List<Program> all = new ObjectMapper().readValue(in, new TypeReference<>() {});
      return all.stream().collect(Collectors.toMap(Program::name, Function.identity()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  ServerKind kind() {
    return kind(name, title, Map.of());
  }

  ServerKind kind(String suffixedName, String wholeTitle, Map<String, String> more) {
    return new ServerKind(
        suffixedName,
        wholeTitle,
        Set.of(TlsVersion.values()),
        new Tool(tool)::missing,
        () -> new Tool(tool).version(version, versionOption),
        false,
        site -> start(site, ServerSite.freePort(), more));
  }

  /** Starts it at a port, with values for placeholders that no server of its kind shares. */
  RunningServer start(ServerSite site, int port, Map<String, String> more) throws IOException {
    Map<String, String> values = new HashMap<>(Map.of("address", "127.0.0.1", "setting", ""));
    values.putAll(
        Map.of(
            "dir", site.directory().toString(),
            "port", String.valueOf(port),
            "tool", new Tool(tool).required(),
            "certificate", site.certificate(),
            "key", site.privateKey(),
            "both", site.files().resolve("both.pem").toString(),
            "tls", site.tls().label(),
            "number", site.tls().number,
            "digits", site.tls().number.replace('.', '_'),
            "body", ServerSite.BODY));
    values.putAll(more);
    for (String file : files == null ? List.<String>of() : files) {
      try (InputStream in = Program.class.getResourceAsStream(file)) {
        site.write(file, filled(new String(in.readAllBytes(), StandardCharsets.UTF_8), values));
      }
    }
    Map<String, String> variables = new HashMap<>();
    if (environment != null) {
      environment.forEach((key, value) -> variables.put(key, filled(value, values)));
    }
    if (prepare != null) {
      prepare(site, filled(prepare, values), variables);
    }
    List<Path> written = logs.stream().map(site::file).toList();
    String host = values.get("address").replace("127.0.0.1", "localhost");
    return RunningServer.start(
        site,
        "https://%s:%d%s".formatted(host, port, path),
        method,
        new RunningServer.Log(
            written, resumed == null ? List.of() : List.of(resumed, full), complaint),
        variables,
        filled(command, values));
  }

  private static void prepare(
      ServerSite site, List<String> command, Map<String, String> environment) {
    List<String> found = new ArrayList<>(command);
    found.set(0, new Tool(command.get(0)).required());
    Path log = site.file("build.log");
    try (ChildProcess process =
        ChildProcess.startLogged(command.get(0), found, site.directory(), environment, log)) {
      if (process.awaitEnd(PREPARATION_LIMIT).code() != 0) {
        throw new HarnessException(command + " failed; see " + log);
      }
    }
  }

  /** An argument that is a placeholder for several of them becomes these. */
  private static List<String> filled(List<String> command, Map<String, String> values) {
    return command.stream()
        .flatMap(
            text ->
                text.equals("${options}")
                    ? Stream.of(values.get("options").split(" ")).filter(one -> !one.isEmpty())
                    : Stream.of(filled(text, values)))
        .toList();
  }

  private static String filled(String text, Map<String, String> values) {
    String filled = text;
    for (Map.Entry<String, String> value : values.entrySet()) {
      filled = filled.replace("${" + value.getKey() + "}", value.getValue());
    }
    return filled;
  }
}
