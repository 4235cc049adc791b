package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.Library;
import dev.reprise.spring.core.PropertyNames;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.beans.BeanWrapperImpl;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.test.web.client.RequestExpectationManager;
import org.springframework.util.Assert;
import org.springframework.util.ReflectionUtils;

/**
 * Provides clients in Boot's test slices and for {@code AutoConfigureMockRestServiceServer}. Only
 * their imports files name this class.
 *
 * <p>Boot binds a mock to each RestClient and RestTemplate that it builds. A request factory of
 * Reprise that the application sets would replace the mock, so it calls the mock instead. In a
 * slice, where there are no other clients, no store is loaded and no real host is called.
 */
@AutoConfiguration(after = RepriseAutoConfiguration.class)
@Conditional(RepriseAutoConfiguration.Enabled.class)
public class RepriseTestAutoConfiguration {

  /** What binds the mocks, in Boot 4 in another package. */
  private static final List<String> CUSTOMIZERS =
      List.of(
          "org.springframework.boot.test.web.client.MockServerRestTemplateCustomizer",
          "org.springframework.boot.test.web.client.MockServerRestClientCustomizer",
          "org.springframework.boot.restclient.test.MockServerRestTemplateCustomizer",
          "org.springframework.boot.restclient.test.MockServerRestClientCustomizer");

  @Bean
  @Primary
  @ConditionalOnMissingBean(value = RepriseClients.class, ignored = Clients.class)
  RepriseClients repriseMockedClients(
      ObjectProvider<Clients> clients, BeanFactory beans, Environment environment) {
    Clients real = clients.getIfAvailable();
    Set<String> names = real == null ? PropertyNames.clients(environment) : real.names();
    return new RepriseClients() {
      @Override
      public Set<String> names() {
        return names;
      }

      @Override
      public <T> T get(String client, Class<T> type) {
        Clients.requireKnown(client, names);
        T made = real == null ? refusing(client, type) : real.get(client, type);
        if (type != ClientHttpRequestFactory.class) {
          return made;
        }
        ClientHttpRequestFactory mocked =
            (uri, method) -> {
              List<RequestExpectationManager> mocks = mocks(beans);
              if (mocks.isEmpty()) {
                return ((ClientHttpRequestFactory) made).createRequest(uri, method);
              }
              Assert.state(
                  mocks.size() == 1,
                  "A request factory of Reprise cannot tell which mock is to answer:"
                      + " MockRestServiceServer is bound to several clients. Have one client in"
                      + " the test's context, or bind a server yourself: to the RestTemplate, or"
                      + " to RestClient.mutate()");
              return new MockClientHttpRequest(method, uri) {
                @Override
                protected ClientHttpResponse executeInternal() throws IOException {
                  return mocks.get(0).validateRequest(this);
                }
              };
            };
        return type.cast(mocked);
      }
    };
  }

  private static List<RequestExpectationManager> mocks(BeanFactory beans) {
    return CUSTOMIZERS.stream()
        .flatMap(type -> Library.find(type).stream())
        .flatMap(type -> beans.getBeanProvider(type).stream())
        .map(each -> new BeanWrapperImpl(each).getPropertyValue("expectationManagers"))
        .flatMap(bound -> ((Map<?, ?>) bound).values().stream())
        .map(RequestExpectationManager.class::cast)
        .collect(Collectors.toList());
  }

  /** An interface that refuses each call. */
  private static <T> T refusing(String client, Class<T> type) {
    Assert.isTrue(
        type.isInterface(),
        () ->
            "A test slice can stand in for interfaces, not for "
                + type.getName()
                + ". Use @SpringBootTest");
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, given) -> {
              if (method.getDeclaringClass() == Object.class) {
                return ReflectionUtils.invokeMethod(method, type, given);
              }
              throw new IllegalStateException(
                  "A test slice calls no real host; client " + client + " needs a mock");
            }));
  }
}
