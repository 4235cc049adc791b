package dev.reprise.spring.http;

import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.core.Clients;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.test.web.client.RequestExpectationManager;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Clients for tests with Boot's mocks: their request factories ask the MockRestServiceServer. In a
 * test slice, where there are no others, no store is loaded and no real host is called.
 */
@Configuration(proxyBeanMethods = false)
public class MockedClientsConfiguration {

  @Bean
  @Primary
  @ConditionalOnMissingBean(value = RepriseClients.class, ignored = Clients.class)
  RepriseClients repriseMockedClients(
      ObjectProvider<Clients> clients, ListableBeanFactory beans, Environment environment) {
    Clients real = clients.getIfAvailable();
    return new MockedClients(
        real == null ? new SliceClients(Clients.names(environment)) : real, beans);
  }

  /** Interfaces that refuse each call. */
  private static final class SliceClients implements RepriseClients {

    private final Set<String> names;

    SliceClients(Set<String> names) {
      this.names = names;
    }

    @Override
    public Set<String> names() {
      return names;
    }

    @Override
    public <T> T get(String client, Class<T> type) {
      Clients.requireKnown(client, names);
      if (!type.isInterface()) {
        throw new IllegalArgumentException(
            "A test slice has only interfaces of a client, no " + type.getName());
      }
      return type.cast(
          Proxy.newProxyInstance(
              type.getClassLoader(),
              new Class<?>[] {type},
              (proxy, method, given) -> {
                if (method.getDeclaringClass() == Object.class) {
                  return ReflectionUtils.invokeMethod(method, this, given);
                }
                throw new IllegalStateException(
                    "A test slice calls no real host; client " + client + " needs a mock");
              }));
    }
  }

  /**
   * Has request factories ask Boot's MockRestServiceServer. It is bound to each RestClient.Builder,
   * and a request factory that the application sets on the builder would put it out of force.
   */
  private static final class MockedClients implements RepriseClients {

    private static final String CLIENT = ".MockServerRestClientCustomizer";
    private static final String TEMPLATE = ".MockServerRestTemplateCustomizer";
    private static final String BOOT_3 = "org.springframework.boot.test.web.client";
    private static final String BOOT_4 = "org.springframework.boot.restclient.test";

    private final RepriseClients real;
    private final ListableBeanFactory beans;

    MockedClients(RepriseClients real, ListableBeanFactory beans) {
      this.real = real;
      this.beans = beans;
    }

    @Override
    public Set<String> names() {
      return real.names();
    }

    @Override
    public <T> T get(String client, Class<T> type) {
      T made = real.get(client, type);
      if (type != ClientHttpRequestFactory.class) {
        return made;
      }
      ClientHttpRequestFactory mocked =
          (uri, method) -> request((ClientHttpRequestFactory) made, uri, method);
      return type.cast(mocked);
    }

    private ClientHttpRequest request(ClientHttpRequestFactory real, URI uri, HttpMethod method)
        throws IOException {
      List<RequestExpectationManager> mocks =
          Stream.of(BOOT_3 + CLIENT, BOOT_3 + TEMPLATE, BOOT_4 + CLIENT, BOOT_4 + TEMPLATE)
              .flatMap(this::boundBy)
              .collect(Collectors.toUnmodifiableList());
      if (mocks.isEmpty()) {
        return real.createRequest(uri, method);
      }
      if (mocks.size() > 1) {
        throw new IllegalStateException(
            String.format(
                "MockRestServiceServer is bound to %d clients. Reprise cannot tell which of them"
                    + " calls %s through its request factory: keep only one of them in the test",
                mocks.size(), uri.getHost()));
      }
      return new MockClientHttpRequest(method, uri) {
        @Override
        protected ClientHttpResponse executeInternal() throws IOException {
          return mocks.get(0).validateRequest(this);
        }
      };
    }

    private Stream<RequestExpectationManager> boundBy(String type) {
      if (!ClassUtils.isPresent(type, null)) {
        return Stream.empty();
      }
      Class<?> binder = ClassUtils.resolveClassName(type, null);
      return beans.getBeansOfType(binder).values().stream()
          .map(
              each ->
                  (Map<?, ?>)
                      ReflectionUtils.invokeMethod(
                          ReflectionUtils.findMethod(binder, "getExpectationManagers"), each))
          .flatMap(managers -> managers.values().stream())
          .map(RequestExpectationManager.class::cast);
    }
  }
}
