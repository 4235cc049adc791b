package dev.reprise.bootmatrix;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;
import org.junit.jupiter.api.Test;

class MarkdownPageTest {

  private static CaseResult passed(String name, String seen) throws JsonProcessingException {
    return new CaseResult(name, true, null, new ObjectMapper().readTree(seen));
  }

  private static CellResult cell(String boot, int java, CaseResult... cases) {
    return new CellResult(boot, "5.0.2", java, java + ".0.1", "a vendor", List.of(cases));
  }

  @Test
  void aRowForEachCaseInTheOrderOfTheLongestCell() throws JsonProcessingException {
    Results results =
        new Results(
            "2026-11-20",
            "an OS",
            "0123456789ab",
            "1.2.3",
            List.of(
                cell("2.7.18", 11, passed("first", "{}"), CaseResult.failed("last", "no luck")),
                cell(
                    "4.1.0",
                    25,
                    passed("first", "{\"client\":{\"full\":1,\"resumed\":4}}"),
                    new CaseResult("new", true, null, null),
                    passed("last", "{\"client\":{\"full\":0,\"resumed\":0}}"))));
    assertThat(MarkdownPage.of(results))
        .contains(
            """
            |  | 2.7.18 | 4.1.0 |
            | --- | --- | --- |
            | Spring-WS | 5.0.2 | 5.0.2 |
            | Java | 11.0.1 | 25.0.1 |
            | first | ✓ | 1 + 4 |
            | new | – | ✓ |
            | last | **✗** | ✓ |
            """)
        .contains(
            "Written on 2026-11-20 by `tests/boot-matrix/run.sh`, on an OS, of commit 0123456789ab, Reprise 1.2.3;")
        .endsWith("\nWhat does not hold:\n\n- Boot 2.7.18, Java 11, last: no luck\n");
  }

  @Test
  void nothingIsSaidOfFailuresWhenAllHolds() throws JsonProcessingException {
    Results results =
        new Results(
            "2026-11-20",
            "an OS",
            null,
            "1.2.3",
            List.of(cell("4.1.0", 25, passed("first", "{}"))));
    assertThat(MarkdownPage.of(results)).doesNotContain("does not hold");
  }
}
