package dev.reprise.democlient;

import dev.reprise.testkit.Fault;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** What the page asks for. */
@RestController
@RequestMapping("/api")
class DashboardController {
  private static final List<Integer> THREADS = List.of(1, 4, 16, 64, 128);
  private static final List<Integer> FAULT_INTERVALS = List.of(1, 10, 100);

  private final Callers callers;
  private final Target target;

  DashboardController(Callers callers, Target target) {
    this.callers = callers;
    this.target = target;
  }

  @GetMapping("/choices")
  Choices choices() {
    return new Choices(
        Arrays.stream(ClientKind.values())
            .map(kind -> new Choice(kind.label(), kind.title(), kind.description()))
            .toList(),
        Switches.TLS_VERSIONS,
        THREADS,
        Switches.FAULTS.stream()
            .map(fault -> new Choice(fault.label(), fault.label(), fault.words()))
            .toList(),
        FAULT_INTERVALS,
        target.baseUrl(),
        System.getProperty("java.runtime.version"),
        Runtime.getRuntime().availableProcessors());
  }

  @GetMapping("/state")
  Callers.State state(@RequestParam(defaultValue = "0") long after) {
    return callers.state(after);
  }

  /** JSON alone, which a page of another origin cannot send without being asked for leave. */
  @PutMapping(path = "/switches", consumes = MediaType.APPLICATION_JSON_VALUE)
  Callers.State turn(@RequestBody Switches switches, @RequestParam(defaultValue = "0") long after) {
    callers.turn(switches);
    return callers.state(after);
  }

  @ExceptionHandler(HttpMessageNotReadableException.class)
  ResponseEntity<Map<String, String>> unreadable(HttpMessageNotReadableException e) {
    String problem = NestedExceptionUtils.getMostSpecificCause(e).getMessage();
    return ResponseEntity.badRequest()
        .body(Map.of("error", problem.lines().findFirst().orElse("")));
  }

  /**
   * One of several things to choose from.
   *
   * @param name what the switches call it; for a fault, a {@link Fault#label()}
   */
  record Choice(String name, String title, String description) {}

  /** All there is to choose from, and what stands fast. */
  record Choices(
      List<Choice> clients,
      List<String> tlsVersions,
      List<Integer> threads,
      List<Choice> faults,
      List<Integer> faultIntervals,
      String target,
      String java,
      int processors) {}
}
