package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.RepriseConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Has Boot report a bad property by description and action instead of a stack trace. */
final class RepriseConfigurationFailureAnalyzer
    extends AbstractFailureAnalyzer<RepriseConfigurationException> {

  private final Environment environment;

  RepriseConfigurationFailureAnalyzer(Environment environment) {
    this.environment = environment;
  }

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, RepriseConfigurationException cause) {
    return new FailureAnalysis(
        "The property "
            + cause.property()
            + " cannot be used: "
            + cause.problem()
            + "."
            + origin(cause),
        cause.mend() + ".",
        cause);
  }

  /** As Boot's own analysis of a property has it; nothing for one that is not set. */
  private String origin(RepriseConfigurationException cause) {
    String name = cause.property();
    String own = origin(name);
    String inherited = origin(name.replaceFirst("^(reprise\\.)clients\\.[^.]+\\.", "$1"));
    return own.isEmpty() ? inherited : own;
  }

  private String origin(String name) {
    String origin = environment == null ? null : ClientNames.origin(environment, name);
    return origin == null ? "" : "\n\n    Property: " + name + "\n    Origin: " + origin;
  }
}
