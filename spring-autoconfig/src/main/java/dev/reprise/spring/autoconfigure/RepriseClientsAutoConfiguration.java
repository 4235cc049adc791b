package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.RepriseProperties;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.annotation.AnnotatedBeanDefinition;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.env.Environment;
import org.springframework.core.type.MethodMetadata;
import org.springframework.util.ClassUtils;

/**
 * The clients under {@code reprise.clients}. Client {@code bank} has the beans {@code
 * bankHttpClient}, {@code bankConnectionManager} and so on, all with the qualifier {@code bank}
 * beside their names. A bean of the application that has one of these names takes its place. Where
 * there are named clients no type alone means one of them, nor the default.
 */
@AutoConfiguration(
    afterName = {
      "dev.reprise.spring.http.RepriseHttpClientAutoConfiguration",
      "dev.reprise.spring.http.RepriseWebServicesAutoConfiguration"
    })
@ConditionalOnProperty(prefix = RepriseProperties.PREFIX, name = "enabled", matchIfMissing = true)
@Import(ClientBeansRegistrar.class)
class RepriseClientsAutoConfiguration {

  private static final List<String> TYPES =
      List.of(
          "javax.net.ssl.SSLSocketFactory",
          "org.apache.http.conn.HttpClientConnectionManager",
          "org.apache.http.client.HttpClient",
          "org.springframework.http.client.ClientHttpRequestFactory",
          "org.springframework.ws.transport.WebServiceMessageSender",
          "dev.reprise.spring.RepriseClient");

  private static final Pattern OURS =
      Pattern.compile("dev\\.reprise\\.spring\\.(tls|http)\\.Reprise.*");

  /** At run time, since what is written ahead of time knows one qualifier: it or the name. */
  @Bean
  static BeanFactoryPostProcessor repriseQualifiers(Environment environment) {
    return beans -> {
      for (String client : ClientNames.all(environment)) {
        AnnotatedElement qualifier =
            AnnotatedElementUtils.forAnnotations(
                MergedAnnotation.of(Qualifier.class, Map.of("value", client)).synthesize());
        definitions(beans, ClientNames.beans(client).stream())
            // One of the application's has qualifiers of its own.
            .filter(each -> each instanceof RootBeanDefinition)
            .filter(each -> !(each instanceof AnnotatedBeanDefinition) || isOfDefault(each))
            .forEach(each -> ((RootBeanDefinition) each).setQualifiedElement(qualifier));
      }
    };
  }

  /**
   * In Spring before 6.2, which has no fallbacks: the application's own bean of a type is meant by
   * the type alone, if it has one.
   */
  @Bean
  @ConditionalOnMissingClass("org.springframework.context.annotation.Fallback")
  static BeanFactoryPostProcessor repriseCandidates(Environment environment) {
    return beans ->
        TYPES.stream()
            .filter(type -> ClassUtils.isPresent(type, beans.getBeanClassLoader()))
            .map(type -> ClassUtils.resolveClassName(type, beans.getBeanClassLoader()))
            .map(type -> Stream.of(beans.getBeanNamesForType(type, true, false)))
            .map(names -> names.filter(name -> !ClientNames.isBean(environment, name)))
            .map(own -> definitions(beans, own).collect(Collectors.toUnmodifiableList()))
            .filter(own -> own.size() == 1)
            .forEach(own -> own.get(0).setPrimary(true));
  }

  /** By a method of the starter's, unlike the application's own. */
  private static boolean isOfDefault(BeanDefinition definition) {
    MethodMetadata method = ((AnnotatedBeanDefinition) definition).getFactoryMethodMetadata();
    return method != null && OURS.matcher(method.getDeclaringClassName()).matches();
  }

  private static Stream<BeanDefinition> definitions(
      ConfigurableListableBeanFactory beans, Stream<String> names) {
    return names.filter(beans::containsBeanDefinition).map(beans::getBeanDefinition);
  }
}
