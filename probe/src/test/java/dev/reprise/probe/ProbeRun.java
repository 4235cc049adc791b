package dev.reprise.probe;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.reprise.testkit.Certificates;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * What a run of the command came to.
 *
 * @param facts the JSON; missing if it printed none
 */
record ProbeRun(int exitCode, String out, String err, JsonNode facts) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Runs it in the least time, trusting the authority, and reads its JSON. */
  static ProbeRun of(Certificates certificates, String url, String... more) {
    try {
      Path authority = Files.createTempFile("authority", ".pem");
      try {
        Files.writeString(authority, certificates.authorityPem());
        List<String> arguments = new ArrayList<>(List.of(url, "--json", "--quiet"));
        arguments.addAll(List.of("--requests", "16", "--pause", "0"));
        arguments.addAll(List.of("--trust", authority.toString()));
        arguments.addAll(List.of(more));
        return with(Map.of(), arguments.toArray(new String[0]));
      } finally {
        Files.delete(authority);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Runs it with just these arguments. */
  static ProbeRun with(Map<String, String> environment, String... arguments) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int exitCode =
        new ProbeCommand(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                environment)
            .run(arguments);
    String text = out.toString(StandardCharsets.UTF_8);
    try {
      return new ProbeRun(
          exitCode,
          text,
          err.toString(StandardCharsets.UTF_8),
          text.startsWith("{") ? JSON.readTree(text) : MissingNode.getInstance());
    } catch (JsonProcessingException e) {
      throw new AssertionError(text, e);
    }
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

  List<String> lines() {
    return err.lines().toList();
  }
}
