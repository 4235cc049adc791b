package dev.reprise.bootmatrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.databind.JsonNode;

/**
 * What came of one case.
 *
 * @param name its name
 * @param passed whether it held
 * @param error why it did not, or null
 * @param seen what the application observed
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record CaseResult(@JsonProperty("case") String name, boolean passed, String error, JsonNode seen) {

  static CaseResult failed(String name, String error) {
    return new CaseResult(name, false, error, null);
  }
}
