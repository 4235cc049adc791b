package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.RepriseConfigurationException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;

/** Has Boot report a bad property by description and action instead of a stack trace. */
final class RepriseConfigurationFailureAnalyzer
    extends AbstractFailureAnalyzer<RepriseConfigurationException> {

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, RepriseConfigurationException cause) {
    return new FailureAnalysis(
        "The property " + cause.property() + " cannot be used: " + cause.problem() + ".",
        cause.mend() + ".",
        cause);
  }
}
