package dev.reprise.probe.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import dev.reprise.probe.recording.FlightRecording;
import dev.reprise.probe.recording.Saving;
import dev.reprise.probe.recording.Verdict;
import java.time.Instant;
import java.util.List;

/** All facts for programs. What could not be found out is null. Times are in milliseconds. */
public final class JsonDocument {

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .registerModule(
              new SimpleModule().addSerializer(Instant.class, ToStringSerializer.instance));

  private JsonDocument() {}

  /** What a recording shows of each server, and what Reprise would save at all of them. */
  public static String of(FlightRecording recording, List<Verdict> verdicts) {
    ObjectNode document = JSON.createObjectNode().put("format", 3);
    document.set("servers", JSON.valueToTree(verdicts));
    document.set("sum", JSON.valueToTree(new Saving(recording, verdicts)));
    return of(document);
  }

  public static String of(Object value) {
    try {
      return JSON.writeValueAsString(value) + System.lineSeparator();
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }
}
