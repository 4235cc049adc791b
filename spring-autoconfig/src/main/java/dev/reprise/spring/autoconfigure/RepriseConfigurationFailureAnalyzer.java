package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.RepriseConfigurationException;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.diagnostics.AbstractFailureAnalyzer;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.core.env.Environment;

/** Has Boot report a bad property by description and action instead of a stack trace. */
final class RepriseConfigurationFailureAnalyzer
    extends AbstractFailureAnalyzer<RepriseConfigurationException> {

  private static final Pattern PROPERTY =
      Pattern.compile("reprise\\.(?:clients\\.([^.]+)\\.)?(.+)|spring\\.http\\..+");

  private final Environment environment;

  RepriseConfigurationFailureAnalyzer(Environment environment) {
    this.environment = environment;
  }

  @Override
  protected FailureAnalysis analyze(Throwable rootFailure, RepriseConfigurationException cause) {
    return new FailureAnalysis(
        String.format(
                "The %s cannot be used: %s.",
                PROPERTY.matcher(cause.property()).matches()
                    ? "property " + cause.property()
                    : cause.property(),
                cause.problem())
            + origin(cause),
        cause.mend() + ".",
        cause);
  }

  /** What is missing of a store or a proxy is so because of its other properties. */
  private static boolean isOfGroup(String property) {
    return property.matches(".*\\.(trust-store|key-store|proxy)\\.[^.]+");
  }

  /** As Boot's own analysis of a property has it; nothing for one that is not set. */
  private String origin(RepriseConfigurationException cause) {
    Matcher names = PROPERTY.matcher(cause.property());
    if (environment == null || !names.matches()) {
      return "";
    }
    String client = Objects.requireNonNullElse(names.group(1), ClientNames.DEFAULT);
    ConfigurationProperty source =
        names.group(2) == null
            ? ClientNames.find(environment, cause.property())
            : ClientNames.source(environment, client, names.group(2));
    if (source == null) {
      source = ClientNames.below(environment, cause.property());
    }
    if (source == null && isOfGroup(cause.property())) {
      source = ClientNames.below(environment, cause.property().replaceFirst("\\.[^.]+$", ""));
    }
    return source == null
        ? ""
        : "\n\n    Property: " + source.getName() + "\n    Origin: " + source.getOrigin();
  }
}
