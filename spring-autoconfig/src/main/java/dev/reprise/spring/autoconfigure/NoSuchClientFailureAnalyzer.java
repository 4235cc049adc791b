package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.ClientNames;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.InjectionPoint;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.NoSuchBeanDefinitionException;
import org.springframework.beans.factory.NoUniqueBeanDefinitionException;
import org.springframework.beans.factory.UnsatisfiedDependencyException;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.analyzer.AbstractInjectionFailureAnalyzer;
import org.springframework.core.Ordered;
import org.springframework.core.env.Environment;

/**
 * Says which clients there are where a qualifier names none. It comes before Boot's own analysis,
 * which makes the beans of the type, fails at that, and leaves a bare stack trace. Makes no bean.
 */
final class NoSuchClientFailureAnalyzer
    extends AbstractInjectionFailureAnalyzer<NoSuchBeanDefinitionException> implements Ordered {

  private final BeanFactory beans;
  private final Environment environment;

  NoSuchClientFailureAnalyzer(BeanFactory beans, Environment environment) {
    this.beans = beans;
    this.environment = environment;
  }

  @Override
  public int getOrder() {
    return 0;
  }

  @Override
  protected FailureAnalysis analyze(
      Throwable rootFailure, NoSuchBeanDefinitionException cause, String description) {
    String wanted = qualifier(rootFailure);
    if (wanted == null
        || cause instanceof NoUniqueBeanDefinitionException
        || cause.getResolvableType() == null
        || !isOfClients(cause)) {
      return null;
    }
    Set<String> clients = ClientNames.all(environment);
    String type = cause.getResolvableType().toClass().getSimpleName();
    String problem =
        clients.contains(wanted)
            ? String.format("The client '%s' has no bean of the type %s", wanted, type)
            : String.format("There is no client '%s'; there are %s", wanted, clients);
    return new FailureAnalysis(
        String.format(
            "%s required a bean of the type %s with the qualifier '%s', and no bean has it. %s.",
            Objects.requireNonNullElse(description, "A component"), type, wanted, problem),
        String.format(
            "Write the name of one of these clients in @Qualifier, or set a property under"
                + " reprise.clients.%s to make a client of that name; a bean of your own needs the"
                + " qualifier.",
            wanted),
        cause);
  }

  private boolean isOfClients(NoSuchBeanDefinitionException cause) {
    return beans instanceof ListableBeanFactory
        && Stream.of(
                ((ListableBeanFactory) beans)
                    .getBeanNamesForType(cause.getResolvableType(), true, false))
            .anyMatch(name -> ClientNames.isBean(environment, name));
  }

  /** Of what is injected innermost; null for none. */
  private static String qualifier(Throwable failure) {
    String found = null;
    for (Throwable t = failure; t != null; t = t.getCause()) {
      InjectionPoint point =
          t instanceof UnsatisfiedDependencyException
              ? ((UnsatisfiedDependencyException) t).getInjectionPoint()
              : null;
      if (point != null) {
        Qualifier qualifier = point.getAnnotation(Qualifier.class);
        found = qualifier == null ? null : qualifier.value();
      }
    }
    return found;
  }
}
