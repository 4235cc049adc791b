package dev.reprise.spring.http;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.RepriseProperties;
import java.util.Set;
import org.apache.http.HttpException;
import org.apache.http.impl.client.HttpClients;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.support.AbstractBeanDefinition;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.context.annotation.Bean;

/**
 * For Boot's test slices of clients alone, which know it from their imports files: the starter's
 * beans are there to be injected, no store is loaded for them, and no real host is called.
 */
@AutoConfiguration
@ConditionalOnClass(name = "org.apache.http.impl.client.CloseableHttpClient")
class RepriseTestSliceAutoConfiguration {

  private static final Set<String> FACTORIES = Set.of("repriseClients", "repriseHttpClientFactory");

  @Bean
  static BeanFactoryPostProcessor repriseTestSlice() {
    return beans -> {
      for (String name : beans.getBeanDefinitionNames()) {
        BeanDefinition definition = beans.getBeanDefinition(name);
        if (isOurs(definition)) {
          definition.setLazyInit(true);
          if (name.endsWith(ClientNames.HTTP_CLIENT)) {
            ((AbstractBeanDefinition) definition)
                .setInstanceSupplier(RepriseTestSliceAutoConfiguration::refusing);
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

  private static Object refusing() {
    return HttpClients.custom()
        .setRoutePlanner(
            (host, request, context) -> {
              throw new HttpException(
                  "A test slice calls no real host: " + host + " is to be called through a mock");
            })
        .build();
  }
}
