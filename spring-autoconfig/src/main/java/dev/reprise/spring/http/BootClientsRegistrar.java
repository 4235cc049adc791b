package dev.reprise.spring.http;

import dev.reprise.spring.HttpClientKind;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.Environment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/**
 * Defines Boot's customizers of its builders, under the names that they have in this generation,
 * and tells Boot which library the application has chosen by {@code reprise.http-client}.
 */
final class BootClientsRegistrar implements ImportBeanDefinitionRegistrar {

  private static final String BOOT_3 = "org.springframework.boot.autoconfigure.http.client.";
  private static final String BOOT_4 = "org.springframework.boot.http.client.autoconfigure.";
  private static final String FACTORIES = "ClientHttpRequestFactoryBuilderCustomizer";
  private static final String CONNECTORS = "reactive.ClientHttpConnectorBuilderCustomizer";

  private static final Map<HttpClientKind, String> OF_BOOT =
      Map.of(
          HttpClientKind.HTTPCLIENT5, "http-components",
          HttpClientKind.REACTOR, "reactor",
          HttpClientKind.JDK, "jdk");

  private final Environment environment;
  private final ClassLoader loader;

  BootClientsRegistrar(Environment environment, ClassLoader loader) {
    this.environment = environment;
    this.loader = loader;
  }

  @Override
  public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry into) {
    tellBoot();
    for (String type : List.of(FACTORIES, CONNECTORS)) {
      for (String home : List.of(BOOT_3, BOOT_4)) {
        if (ClassUtils.isPresent(home + type, loader)) {
          register(into, "first", ClassUtils.resolveClassName(home + type, loader));
          register(into, "last", ClassUtils.resolveClassName(home + type, loader));
        }
      }
    }
  }

  /** As a default, which Boot's own properties override. */
  private void tellBoot() {
    String factory = OF_BOOT.get(HttpClientKind.given(environment));
    if (factory != null && environment instanceof ConfigurableEnvironment) {
      ((ConfigurableEnvironment) environment)
          .getPropertySources()
          .addLast(
              new MapPropertySource(
                  "reprise.http-client",
                  Map.of(
                      "spring.http.client.factory", factory,
                      "spring.http.clients.imperative.factory", factory)));
    }
  }

  private static void register(BeanDefinitionRegistry into, String method, Class<?> type) {
    RootBeanDefinition definition = new RootBeanDefinition(type);
    definition.setTargetType(type);
    definition.setBeanClassName(null);
    definition.setFactoryBeanName(RepriseBootClientsAutoConfiguration.CLIENTS);
    definition.setFactoryMethodName(method);
    definition.getConstructorArgumentValues().addIndexedArgumentValue(0, type);
    into.registerBeanDefinition("reprise." + method + "." + type.getSimpleName(), definition);
  }
}
