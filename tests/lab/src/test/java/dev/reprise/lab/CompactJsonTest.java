package dev.reprise.lab;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CompactJsonTest {

  @Test
  void eachRecordHasALineOfItsOwn() throws Exception {
    Map<String, Object> turn = Map.of("round", 1);
    Object value =
        new TreeMap<>(
            Map.of(
                "cells",
                List.of(
                    new TreeMap<>(
                        Map.of(
                            "name", "a", "rounds", List.of(turn, turn), "warmUp", List.of(turn))),
                    Map.of("rounds", List.of())),
                "notes",
                List.of("one", "two"),
                "machine",
                Map.of("cpus", 2)));
    String text = CompactJson.text(value);
    assertThat(text)
        .isEqualTo(
            """
            {"cells":[
            {"name":"a","rounds":[
            {"round":1},
            {"round":1}
            ],"warmUp":[{"round":1}]},
            {"rounds":[]}
            ],"machine":{"cpus":2},"notes":["one","two"]}
            """);
    ObjectMapper json = new ObjectMapper();
    assertThat(json.readTree(text)).isEqualTo(json.valueToTree(value));
  }
}
