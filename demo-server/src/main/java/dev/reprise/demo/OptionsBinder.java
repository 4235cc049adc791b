package dev.reprise.demo;

import org.springframework.boot.context.properties.bind.BindException;
import org.springframework.boot.context.properties.bind.BindHandler;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.UnboundConfigurationPropertiesException;
import org.springframework.boot.context.properties.bind.handler.NoUnboundElementsBindHandler;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.context.properties.source.UnboundElementsSourceFilter;
import org.springframework.core.env.Environment;

/** Binds {@link DemoOptions}, with one line about whatever is wrong. */
final class OptionsBinder {
  static final String PREFIX = "demo";

  private OptionsBinder() {}

  static DemoOptions bind(Environment environment) {
    return bind(ConfigurationPropertySources.get(environment));
  }

  static DemoOptions bind(Iterable<ConfigurationPropertySource> sources) {
    BindHandler strict =
        new NoUnboundElementsBindHandler(BindHandler.DEFAULT, new UnboundElementsSourceFilter());
    try {
      return new Binder(sources).bindOrCreate(PREFIX, Bindable.of(DemoOptions.class), strict);
    } catch (BindException e) {
      throw describe(e);
    }
  }

  private static InvalidOptionException describe(BindException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof InvalidOptionException invalid) {
        return invalid;
      }
      if (cause instanceof UnboundConfigurationPropertiesException unbound) {
        ConfigurationProperty property = unbound.getUnboundProperties().iterator().next();
        return new InvalidOptionException(
            property.getName().toString(),
            "unknown property; known are " + Setting.names(PREFIX + "."),
            failure);
      }
    }
    String option = failure.getName().toString().substring(PREFIX.length() + 1);
    ConfigurationProperty property = failure.getProperty();
    Object value = property == null ? "" : property.getValue();
    return new InvalidOptionException(
        option, "'%s' is no %s".formatted(value, Setting.named(option).expected()), failure);
  }
}
