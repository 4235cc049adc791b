package dev.reprise.spring.http;

import dev.reprise.spring.HttpClientKind;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether Boot's own builders are to resume sessions. */
final class OnBootBuilders implements Condition {

  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    return HttpClientKind.servesBoot(context.getEnvironment(), context.getClassLoader());
  }
}
