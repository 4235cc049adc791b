package dev.reprise.demo.page;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.MediaType;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/** The application of the page, and what the page asks for. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class Page {

  @Bean
  Callers callers(Target target) {
    return new Callers(
        target, new Switches(ClientKind.REPRISE, "TLSv1.3", 16, Switches.FAULTS.get(0), true));
  }

  /** What the page asks for; found as a member of the configuration. */
  @RestController
  static final class Answers {
    private final Callers callers;

    Answers(Callers callers) {
      this.callers = callers;
    }

    @GetMapping("/api/choices")
    Map<String, List<List<String>>> choices() {
      return Map.of(
          "client",
          Arrays.stream(ClientKind.values())
              .map(kind -> List.of(kind.label(), kind.title()))
              .toList(),
          "tls",
          Switches.TLS_VERSIONS.stream().map(each -> List.of(each, each)).toList(),
          "threads",
          List.of(List.of("1", "1"), List.of("16", "16"), List.of("64", "64")),
          "fault",
          Switches.FAULTS.stream().map(each -> List.of(each, each)).toList());
    }

    @GetMapping("/api/state")
    Callers.State state() {
      return callers.state();
    }

    /** Only JSON, which a page of another origin cannot send without permission. */
    @PutMapping(path = "/api/switches", consumes = MediaType.APPLICATION_JSON_VALUE)
    Callers.State turn(@RequestBody Switches switches) {
      return callers.turn(switches);
    }
  }
}
