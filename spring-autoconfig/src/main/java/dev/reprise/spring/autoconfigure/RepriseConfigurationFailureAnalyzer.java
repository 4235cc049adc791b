package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.RepriseConfigurationException;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.IterableConfigurationPropertySource;
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
    return new FailureAnalysis(
        String.format(
                "The %s cannot be used: %s.",
                property ? "property " + cause.property() : cause.property(), cause.problem())
            + (property && environment != null ? origin(cause.property()) : ""),
        cause.action() + ".",
        cause);
  }

  /** As Boot's own analysis of a property has it; nothing for what nobody has set. */
  private String origin(String property) {
    // Not only a name that fits, since one that does not is what an error may be about.
    ConfigurationPropertyName name = ConfigurationPropertyName.adapt(property, '.');
    for (ConfigurationPropertySource source : ConfigurationPropertySources.get(environment)) {
      ConfigurationPropertyName set = name;
      if (source instanceof IterableConfigurationPropertySource) {
        // A client that cannot be is set by what is under it.
        set =
            ((IterableConfigurationPropertySource) source)
                .stream().filter(name::isAncestorOf).findFirst().orElse(name);
      }
      ConfigurationProperty found = source.getConfigurationProperty(set);
      if (found != null) {
        return "\n\n    Property: " + found.getName() + "\n    Origin: " + found.getOrigin();
      }
    }
    return "";
  }
}
