package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.RepriseProperties;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.core.env.Environment;

/** Says why a bean of Reprise is missing where it is switched off. */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class RepriseOffFailureAnalyzer
    extends AbstractFailureAnalyzer<NoSuchBeanDefinitionException> {

  private final Environment environment;

  RepriseOffFailureAnalyzer(Environment environment) {
    this.environment = environment;
  }

  /** Null for what Boot's own analyzers are for. */
  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, NoSuchBeanDefinitionException cause) {
    String enabled = RepriseProperties.PREFIX + ".enabled";
    Class<?> wanted = cause.getBeanType();
    return wanted == null
            || !wanted.getName().startsWith("dev.reprise.")
            || environment.getProperty(enabled, Boolean.class, true)
        ? null
        : new FailureAnalysis(
            "A bean of type " + wanted.getName() + " is required, but " + enabled + " is false.",
            "Remove "
                + enabled
                + ", or set reprise.resumption-enabled=false, which keeps all beans.",
            cause);
  }
}
