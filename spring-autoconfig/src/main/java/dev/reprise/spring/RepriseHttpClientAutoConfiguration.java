package dev.reprise.spring;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.tls.ResumingSslSocketFactory;
import org.apache.http.impl.client.CloseableHttpClient;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.io.ResourceLoader;

/**
 * The HttpClient 4.5 part: the connection manager and the client {@value #CLIENT}.
 *
 * <p>An application may have HttpClients for other things. They are neither used nor displaced: the
 * client here gives way only to a bean of its own name, and where a client is injected by type it
 * is a fallback.
 */
@AutoConfiguration(after = RepriseAutoConfiguration.class)
@ConditionalOnProperty(prefix = RepriseProperties.PREFIX, name = "enabled", matchIfMissing = true)
@ConditionalOnClass(name = "org.apache.http.impl.client.CloseableHttpClient")
public class RepriseHttpClientAutoConfiguration {

  /** Name of the client's bean. To replace the client, define an HttpClient of this name. */
  public static final String CLIENT = "repriseHttpClient";

  @Bean
  HttpClientBeans repriseHttpClientBeans(Clients clients, ResourceLoader resources) {
    return new HttpClientBeans(clients, resources);
  }

  @Bean
  @Fallback
  @ConditionalOnMissingBean
  ResumingConnectionManager repriseConnectionManager(
      HttpClientBeans beans,
      RepriseClient repriseClient,
      ResumingSslSocketFactory repriseSslSocketFactory) {
    return beans.connectionManager(repriseClient, repriseSslSocketFactory);
  }

  @Bean(CLIENT)
  @Fallback
  @ConditionalOnMissingBean(name = CLIENT)
  CloseableHttpClient repriseHttpClient(
      HttpClientBeans beans, ResumingConnectionManager repriseConnectionManager) {
    return beans.httpClient(ClientNames.DEFAULT, repriseConnectionManager);
  }
}
