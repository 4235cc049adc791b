package dev.reprise.probe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.reprise.testkit.Certificates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a run of the command came to.
 *
 * @param facts the JSON; missing if it printed none
 */
record ProbeRun(int exitCode, String out, String err, JsonNode facts) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Runs it in the least time, trusting the authority, and reads its JSON. */
  static ProbeRun of(Certificates certificates, String url, String... more) throws IOException {
    Path authority = Files.createTempFile("authority", ".pem");
    try {
      Files.writeString(authority, certificates.authorityPem());
      String fixed = url + " --json --requests 16 --pause 0 --trust " + authority;
      return with(
          Map.of(),
          Stream.concat(Stream.of(fixed.split(" ")), Stream.of(more)).toArray(String[]::new));
    } finally {
      Files.delete(authority);
    }
  }

  /** Runs it with just these arguments. */
  static ProbeRun with(Map<String, String> environment, String... arguments) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        new ProbeCommand(
                new PrintStream(out, true, UTF_8), new PrintStream(err, true, UTF_8), environment)
            .run(arguments);
    String text = out.toString(UTF_8);
    JsonNode facts = text.startsWith("{") ? JSON.readTree(text) : MissingNode.getInstance();
    return new ProbeRun(exitCode, text, err.toString(UTF_8), facts);
  }

  JsonNode at(String path) {
    JsonNode node = facts.at(path);
    assertThat(node.isMissingNode()).as("%s in %s%s", path, out, err).isFalse();
    return node;
  }

  String text(String path) {
    return at(path).asText();
  }

  boolean is(String path) {
    assertThat(at(path).isBoolean()).as("%s is a boolean: %s", path, at(path)).isTrue();
    return at(path).asBoolean();
  }

  boolean isAll(String resumption) {
    return at("/" + resumption + "/resumed").asInt() == at("/" + resumption + "/tried").asInt();
  }

  String advice() {
    return at("/settings") + " " + at("/askProviderFor");
  }

  String summary() {
    return at("/summary").toString();
  }

  /** Of the errors, without what tells of progress. */
  List<String> lines() {
    return err.lines().filter(line -> !line.startsWith("... ")).toList();
  }
}
