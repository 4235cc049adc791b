package dev.reprise.spring.http;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.RepriseProperties;
import java.io.IOException;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ClientHttpRequestFactory;

/**
 * For Boot's test slices of clients alone, which know it from their imports files: the starter's
 * beans are there to be injected, no store is loaded for them, and no real host is called.
 */
@AutoConfiguration
class RepriseTestSliceAutoConfiguration {

  private static final String BOOT_CLIENTS = RepriseBootClientsAutoConfiguration.CLIENTS;
  private static final Set<String> FACTORIES =
      Set.of(
          "repriseClients", "repriseHttpClientFactory", "repriseHttpClient5Factory", BOOT_CLIENTS);

  @Bean
  static BeanFactoryPostProcessor repriseTestSlice() {
    return beans -> {
      for (String name : beans.getBeanDefinitionNames()) {
        BeanDefinition definition = beans.getBeanDefinition(name);
        if (isOurs(definition)) {
          definition.setLazyInit(true);
          Supplier<?> refusing = refusing(name, definition.getFactoryBeanName());
          if (refusing != null) {
            ((AbstractBeanDefinition) definition).setInstanceSupplier(refusing);
          }
        }
      }
    };
  }

  private static boolean isOurs(BeanDefinition definition) {
    String maker = definition.getFactoryBeanName();
    return RepriseProperties.class.getName().equals(definition.getBeanClassName())
        || (maker != null
            && (FACTORIES.contains(maker) || maker.startsWith("dev.reprise.spring.")));
  }

  /** What takes the place of a bean that would call a host; null for others. */
  private static Supplier<?> refusing(String name, String maker) {
    if (name.endsWith(ClientNames.HTTP_CLIENT)) {
      return HttpClient4::refusing;
    }
    if (name.endsWith(ClientNames.HTTP_CLIENT5)) {
      return HttpClient5::refusing;
    }
    return name.endsWith(ClientNames.REQUESTS) && BOOT_CLIENTS.equals(maker)
        ? Requests::refusing
        : null;
  }

  private static String refusal(Object host) {
    return "A test slice calls no real host: " + host + " is to be called through a mock";
  }

  /** Each names the classes of one library; loaded only where it is. */
  private static final class HttpClient4 {
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
    static Object refusing() {
      return org.apache.hc.client5.http.impl.classic.HttpClients.custom()
          .setRoutePlanner(
              (host, context) -> {
                throw new org.apache.hc.core5.http.HttpException(refusal(host));
              })
          .build();
    }
  }

  private static final class Requests {
    static ClientHttpRequestFactory refusing() {
      return (uri, method) -> {
        throw new IOException(refusal(uri.getHost()));
      };
    }
  }
}
