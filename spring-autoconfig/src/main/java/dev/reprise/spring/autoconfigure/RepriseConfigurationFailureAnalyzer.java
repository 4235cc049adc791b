package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.spring.core.PropertyNames;
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
    boolean property = cause.property().matches("reprise\\..+|spring\\.http\\..+");
    // As Boot's own analysis of a property has it; nothing for what nobody has set.
    String origin =
        property && environment != null
            ? PropertyNames.origin(environment, cause.property()).map("\n\n    "::concat).orElse("")
            : "";
    return new FailureAnalysis(
        String.format(
            "The %s cannot be used: %s.%s",
            property ? "property " + cause.property() : cause.property(), cause.problem(), origin),
        cause.action() + ".",
        cause);
  }
}
