package dev.reprise.spring.http;

import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.core.Clients;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.util.Set;
import org.springframework.beans.DirectFieldAccessor;
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
import org.springframework.test.web.client.MockRestServiceServer;
import org.springframework.test.web.client.RequestExpectationManager;
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
      ObjectProvider<Clients> clients,
      ObjectProvider<MockRestServiceServer> mocks,
      Environment environment) {
    Clients real = clients.getIfAvailable();
    return new MockedClients(
        real == null ? new SliceClients(Clients.names(environment)) : real, mocks);
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

    private final RepriseClients real;
    private final ObjectProvider<MockRestServiceServer> mocks;

    MockedClients(RepriseClients real, ObjectProvider<MockRestServiceServer> mocks) {
      this.real = real;
      this.mocks = mocks;
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
          (uri, method) -> {
            MockRestServiceServer mock = mocks.getIfAvailable();
            return mock == null
                ? ((ClientHttpRequestFactory) made).createRequest(uri, method)
                : request(mock, uri, method);
          };
      return type.cast(mocked);
    }

    /**
     * A MockRestServiceServer has no method that gives its request factory, and Boot too makes it
     * by reflection. MockedApplicationTest pins the field, which spring-test 5.3 to 7.0 have. If
     * several are bound, Boot chooses none.
     */
    private static ClientHttpRequest request(
        MockRestServiceServer mock, URI uri, HttpMethod method) {
      RequestExpectationManager expected =
          (RequestExpectationManager)
              new DirectFieldAccessor(mock).getPropertyValue("expectationManager");
      return new MockClientHttpRequest(method, uri) {
        @Override
        protected ClientHttpResponse executeInternal() throws IOException {
          return expected.validateRequest(this);
        }
      };
    }
  }
}
