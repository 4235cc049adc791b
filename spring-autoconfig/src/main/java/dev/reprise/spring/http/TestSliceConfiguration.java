package dev.reprise.spring.http;

import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.PartSource;
import dev.reprise.spring.http.MockRestConfiguration.MockedRequests;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.util.ClassUtils;

/**
 * For Boot's test slices of clients alone, which know it from their imports files: the registry is
 * there to be injected, no store is loaded for it, and no real host is called.
 */
@Configuration(proxyBeanMethods = false)
public class TestSliceConfiguration {

  @Bean
  static BeanFactoryPostProcessor repriseTestSlice() {
    return beans -> {
      for (String name : new String[] {"repriseTlsSettings", "repriseClient"}) {
        if (beans.containsBeanDefinition(name)) {
          beans.getBeanDefinition(name).setLazyInit(true);
        }
      }
    };
  }

  @Bean
  PartSource repriseRefusing(ListableBeanFactory beans) {
    return new Refusing(beans);
  }

  private static String refusal(Object host) {
    return "A test slice calls no real host: " + host + " is to be called through a mock";
  }

  /** Clients that call nobody, and request factories that ask a mock, if there is one. */
  private static final class Refusing implements PartSource {

    private final ListableBeanFactory beans;

    Refusing(ListableBeanFactory beans) {
      this.beans = beans;
    }

    @Override
    public boolean isFirst() {
      return true;
    }

    @Override
    public Set<Class<?>> types() {
      Set<Class<?>> types = new LinkedHashSet<>(Set.of(ClientHttpRequestFactory.class));
      if (isPresent("org.apache.http.impl.client.CloseableHttpClient")) {
        types.add(HttpClient4.type());
      }
      if (isPresent("org.apache.hc.client5.http.impl.classic.CloseableHttpClient")) {
        types.add(HttpClient5.type());
      }
      return types;
    }

    private static boolean isPresent(String type) {
      return ClassUtils.isPresent(type, Refusing.class.getClassLoader());
    }

    @Override
    public Object make(Class<?> type, String client, Clients clients) {
      if (type == ClientHttpRequestFactory.class) {
        ClientHttpRequestFactory refusing =
            (uri, method) -> {
              throw new IOException(refusal(uri.getHost()));
            };
        return ClassUtils.isPresent(MockedRequests.MANAGER, Refusing.class.getClassLoader())
            ? new MockedRequests(beans).over(refusing)
            : refusing;
      }
      return type.getName().startsWith("org.apache.hc.")
          ? HttpClient5.refusing()
          : HttpClient4.refusing();
    }
  }

  /** Each names the classes of one library; loaded only where it is. */
  private static final class HttpClient4 {

    static Class<?> type() {
      return org.apache.http.impl.client.CloseableHttpClient.class;
    }

    static Object refusing() {
      return org.apache.http.impl.client.HttpClients.custom()
          .setRoutePlanner(
              (host, request, context) -> {
                throw new org.apache.http.HttpException(refusal(host));
              })
          .build();
    }
  }

  private static final class HttpClient5 {

    static Class<?> type() {
      return org.apache.hc.client5.http.impl.classic.CloseableHttpClient.class;
    }

    static Object refusing() {
      return org.apache.hc.client5.http.impl.classic.HttpClients.custom()
          .setRoutePlanner(
              (host, context) -> {
                throw new org.apache.hc.core5.http.HttpException(refusal(host));
              })
          .build();
    }
  }
}
