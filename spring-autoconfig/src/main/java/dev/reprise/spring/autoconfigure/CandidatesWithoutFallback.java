package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.ClientNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.BeanFactoryPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;

/**
 * Says which bean is meant by a type alone, in Spring before 6.2, which has no fallbacks: the
 * application's own, if it has one.
 */
final class CandidatesWithoutFallback implements BeanFactoryPostProcessor {

  private static final List<String> TYPES =
      List.of(
          "javax.net.ssl.SSLSocketFactory",
          "org.apache.http.conn.HttpClientConnectionManager",
          "org.apache.http.client.HttpClient",
          "org.springframework.http.client.ClientHttpRequestFactory",
          "org.springframework.ws.transport.WebServiceMessageSender",
          "dev.reprise.spring.RepriseClient");

  private final Set<String> clients;

  CandidatesWithoutFallback(Set<String> clients) {
    this.clients = clients;
  }

  @Override
  public void postProcessBeanFactory(ConfigurableListableBeanFactory beans) {
    for (String type : TYPES) {
      if (ClassUtils.isPresent(type, beans.getBeanClassLoader())) {
        choose(beans, ClassUtils.resolveClassName(type, beans.getBeanClassLoader()));
      }
    }
  }

  private void choose(ConfigurableListableBeanFactory beans, Class<?> type) {
    List<BeanDefinition> own = new ArrayList<>();
    for (String name : beans.getBeanNamesForType(type, true, false)) {
      if (beans.containsBeanDefinition(name) && !isClients(name)) {
        own.add(beans.getBeanDefinition(name));
      }
    }
    if (own.size() == 1) {
      own.get(0).setPrimary(true);
    }
  }

  private boolean isClients(String bean) {
    return ClientNames.beans(ClientNames.DEFAULT).contains(bean)
        || clients.stream().anyMatch(client -> ClientNames.beans(client).contains(bean));
  }
}
