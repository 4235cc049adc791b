package dev.reprise.spring.http;

import dev.reprise.spring.HttpClientKind;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.ConfigurationCondition;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Whether Reprise's beans call through HttpClient 4.5. */
class OnHttpClient4 implements ConfigurationCondition {

  @Override
  public ConfigurationPhase getConfigurationPhase() {
    return ConfigurationPhase.REGISTER_BEAN;
  }

  @Override
  public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
    return kind(context) == HttpClientKind.HTTPCLIENT4;
  }

  static HttpClientKind kind(ConditionContext context) {
    return HttpClientKind.inForce(context.getBeanFactory(), context.getEnvironment());
  }

  /** Whether they call through another library. */
  static final class OrElse extends OnHttpClient4 {

    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
      HttpClientKind kind = kind(context);
      return kind != HttpClientKind.HTTPCLIENT4 && kind != HttpClientKind.NONE;
    }
  }
}
