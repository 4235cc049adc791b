package dev.reprise.trial;

import dev.reprise.tls.PeerStatistics;
import java.util.List;
import java.util.Map;

/**
 * What was seen in one run on one side. Immutable.
 *
 * @param seen what is compared, by what it is
 * @param counts what is not to be more than with stock, by what it is
 * @param details for people
 * @param counted what Reprise has counted
 */
record Observation(
    Map<String, String> seen,
    Map<String, Integer> counts,
    List<String> details,
    PeerStatistics counted) {

  int calls(String part) {
    return (int)
        seen.entrySet().stream()
            .filter(each -> each.getKey().startsWith("call ") && each.getValue().contains(part))
            .count();
  }

  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    seen.forEach((key, value) -> text.append("  " + key + ": " + value + "\n"));
    details.forEach(detail -> text.append("  " + detail + "\n"));
    return text + "  " + counts + "\n  counted: " + counted;
  }
}
