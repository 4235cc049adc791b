package dev.reprise.lab.matrix;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.List;

/**
 * A cell that was run.
 *
 * @param faults what did not hold, in words
 * @param explanation the id of the explanation; null if none was needed or found
 */
@JsonInclude(JsonInclude.Include.NON_EMPTY)
record CellResult(
    Cell cell,
    Measured reprise,
    Measured stock,
    Verdict verdict,
    List<String> faults,
    String explanation) {

  /** What is empty is not written, and is empty when it is read. */
  CellResult {
    faults = faults == null ? List.of() : faults;
  }
}
