package dev.reprise.lab;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A program of the machine, found as a shell would, and where Debian keeps servers. */
public record Tool(String command) {

  private static final Duration LIMIT = Duration.ofSeconds(30);

  public Optional<Path> path() {
    String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
    return Stream.concat(
            Stream.of(path.split(":")).filter(folder -> !folder.isEmpty()),
            Stream.of("/usr/sbin", "/usr/local/go/bin"))
        .map(folder -> Path.of(folder).resolve(command))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /** Its path, for a command line; to be asked only if it is not missing. */
  public String required() {
    return path().orElseThrow(() -> new IllegalStateException(command + " is missing")).toString();
  }

  public Optional<String> missing() {
    return path().isPresent() ? Optional.empty() : Optional.of(command + " is not installed");
  }

  public String version(String pattern, String... arguments) {
    List<String> command = new ArrayList<>(List.of(required()));
    command.addAll(List.of(arguments));
    ChildProcess.Ended told = ChildProcess.run(LIMIT, command);
    Matcher matcher =
        Pattern.compile(pattern)
            .matcher(String.join("\n", told.lines()) + "\n" + String.join("\n", told.errors()));
    return matcher.find() ? matcher.group(1) : "of unknown version";
  }
}
