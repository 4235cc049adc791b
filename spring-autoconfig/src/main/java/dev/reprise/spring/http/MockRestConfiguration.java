package dev.reprise.spring.http;

import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.PartSource;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.http.client.ClientHttpRequest;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.ClientHttpResponse;
import org.springframework.mock.http.client.MockClientHttpRequest;
import org.springframework.test.web.client.RequestExpectationManager;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * For tests with Boot's {@code AutoConfigureMockRestServiceServer} alone, which knows it from its
 * imports file: the request factories of clients ask the mock.
 */
@Configuration(proxyBeanMethods = false)
public class MockRestConfiguration {

  @Bean
  @ConditionalOnMissingBean(name = "repriseRefusing")
  PartSource repriseMockedRequests(ListableBeanFactory beans) {
    return new PartSource() {
      @Override
      public boolean isFirst() {
        return true;
      }

      @Override
      public Set<Class<?>> types() {
        return Set.of(ClientHttpRequestFactory.class);
      }

      @Override
      public Object make(Class<?> type, String client, Clients clients) {
        return new MockedRequests(beans)
            .over(
                (uri, method) ->
                    clients
                        .getReal(client, ClientHttpRequestFactory.class)
                        .createRequest(uri, method));
      }
    };
  }

  /**
   * Has request factories ask Boot's MockRestServiceServer. It is bound to each RestClient.Builder,
   * and a request factory that the application sets on the builder would put it out of force.
   */
  static final class MockedRequests {

    static final String MANAGER = "org.springframework.test.web.client.RequestExpectationManager";

    private static final String CLIENT = ".MockServerRestClientCustomizer";
    private static final String TEMPLATE = ".MockServerRestTemplateCustomizer";
    private static final String BOOT_3 = "org.springframework.boot.test.web.client";
    private static final String BOOT_4 = "org.springframework.boot.restclient.test";
    private static final List<String> BINDERS =
        List.of(BOOT_3 + CLIENT, BOOT_3 + TEMPLATE, BOOT_4 + CLIENT, BOOT_4 + TEMPLATE);

    private final ListableBeanFactory beans;

    MockedRequests(ListableBeanFactory beans) {
      this.beans = beans;
    }

    /** One that asks the mock, and without any the one given. */
    ClientHttpRequestFactory over(ClientHttpRequestFactory real) {
      return (uri, method) -> request(real, uri, method);
    }

    private ClientHttpRequest request(ClientHttpRequestFactory real, URI uri, HttpMethod method)
        throws IOException {
      List<RequestExpectationManager> mocks =
          BINDERS.stream().flatMap(this::boundBy).collect(Collectors.toUnmodifiableList());
      if (mocks.isEmpty()) {
        return real.createRequest(uri, method);
      }
      if (mocks.size() > 1) {
        throw new IllegalStateException(
            String.format(
                "MockRestServiceServer is bound to %d clients, and which of them calls %s through a"
                    + " request factory of Reprise cannot be told: have one of them in the test",
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
