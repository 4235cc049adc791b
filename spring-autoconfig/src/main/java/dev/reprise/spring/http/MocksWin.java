package dev.reprise.spring.http;

import dev.reprise.spring.ClientNames;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
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
 * In a test with Boot's MockRestServiceServer, has the starter's request factories ask the mock. It
 * is bound to each RestClient.Builder, and a request factory that the application sets on the
 * builder would put it out of force.
 */
final class MocksWin implements BeanPostProcessor {

  private static final String CLIENT = ".MockServerRestClientCustomizer";
  private static final String TEMPLATE = ".MockServerRestTemplateCustomizer";
  private static final String BOOT_3 = "org.springframework.boot.test.web.client";
  private static final String BOOT_4 = "org.springframework.boot.restclient.test";
  private static final List<String> BINDERS =
      List.of(BOOT_3 + CLIENT, BOOT_3 + TEMPLATE, BOOT_4 + CLIENT, BOOT_4 + TEMPLATE);

  private final ListableBeanFactory beans;
  private final Environment environment;

  MocksWin(ListableBeanFactory beans, Environment environment) {
    this.beans = beans;
    this.environment = environment;
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    return bean instanceof ClientHttpRequestFactory && ClientNames.isBean(environment, name)
        ? (ClientHttpRequestFactory)
            (uri, method) -> request((ClientHttpRequestFactory) bean, uri, method)
        : bean;
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
