package dev.reprise.spring.http;

import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.PartSource;
import java.util.Set;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;

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
}
