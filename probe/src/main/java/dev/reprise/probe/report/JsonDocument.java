package dev.reprise.probe.report;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import java.time.Instant;

/** All facts for programs. What could not be found out is null. Times are in milliseconds. */
public final class JsonDocument {

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(SerializationFeature.INDENT_OUTPUT)
          .registerModule(
              new SimpleModule().addSerializer(Instant.class, ToStringSerializer.instance));

  private JsonDocument() {}

  /** The whole document. */
  public static String of(Report report) {
    ObjectNode document = JSON.createObjectNode().put("format", 3);
    document.setAll((ObjectNode) JSON.valueToTree(report.facts));
    document
        .putObject("savings")
        .put("callsPerSecond", report.savings.rate)
        .put("fullHandshakesPerCall", report.savings.avoided)
        .put("fullHandshakesPerDay", finite(report.savings.handshakesPerDay()))
        .put("handshakeMillisPerCall", finite(report.savings.handshakeMillisPerCall()));
    document.set("summary", JSON.valueToTree(report.summary));
    document.set("settings", JSON.valueToTree(report.settings));
    document.set("askProviderFor", JSON.valueToTree(report.requests));
    return text(document);
  }

  /** Public fields, and getters. */
  public static String text(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Double finite(double value) {
    return Double.isNaN(value) || Double.isInfinite(value) ? null : Math.rint(value * 1e3) / 1e3;
  }
}
