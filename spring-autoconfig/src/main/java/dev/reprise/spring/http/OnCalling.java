package dev.reprise.spring.http;

import dev.reprise.spring.HttpClientKind;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether there is a library that clients call through. */
final class OnCalling extends SpringBootCondition {

  @Override
  public ConditionOutcome getMatchOutcome(
      ConditionContext context, AnnotatedTypeMetadata metadata) {
    HttpClientKind kind =
        HttpClientKind.inForce(context.getEnvironment(), context.getClassLoader());
    return new ConditionOutcome(
        kind != HttpClientKind.NONE,
        ConditionMessage.forCondition("HTTP library of reprise.http-client")
            .because("it is " + kind.spelled()));
  }

  /** Whether Boot's own builders are to resume sessions. */
  static final class Builders extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(
        ConditionContext context, AnnotatedTypeMetadata metadata) {
      return new ConditionOutcome(
          HttpClientKind.servesBoot(context.getEnvironment(), context.getClassLoader()),
          ConditionMessage.forCondition("Boot's builders of HTTP clients")
              .because(
                  "reprise.http-client is "
                      + HttpClientKind.given(context.getEnvironment()).spelled()));
    }
  }
}
