package dev.reprise.lab.faults.report;

import dev.reprise.subject.faults.FaultCase;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Properties;

/** Why cells differ: from explanations.properties, by the fault's label. */
final class Explanations {

  private final Properties texts = new Properties();

  Explanations() {
    try (Reader reader =
        new InputStreamReader(
            Explanations.class.getResourceAsStream("explanations.properties"),
            StandardCharsets.UTF_8)) {
      texts.load(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The explanation, or null. */
  String of(FaultCase fault) {
    return texts.getProperty(fault.label());
  }
}
