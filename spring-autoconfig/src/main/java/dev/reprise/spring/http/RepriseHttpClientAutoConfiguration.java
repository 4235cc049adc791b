package dev.reprise.spring.http;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.spring.HttpClientCustomizer;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseProperties;
import org.apache.http.impl.client.CloseableHttpClient;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Fallback;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;

/**
 * The HttpClient 4.5 part. An application's HttpClients for other things are neither used nor
 * displaced: the client here gives way only to a bean of its own name, and by type it is a
 * fallback.
 */
@AutoConfiguration(afterName = "dev.reprise.spring.tls.RepriseTlsAutoConfiguration")
@ConditionalOnProperty(prefix = RepriseProperties.PREFIX, name = "enabled", matchIfMissing = true)
@ConditionalOnClass(name = "org.apache.http.impl.client.CloseableHttpClient")
class RepriseHttpClientAutoConfiguration {

  static final String CLIENT = "repriseHttpClient";

  @Bean
  HttpClientFactory repriseHttpClientFactory(
      ResourceLoader resources,
      ObjectProvider<HttpClientCustomizer> customizers,
      Environment environment) {
    return new HttpClientFactory(resources, customizers, environment);
  }

  @Bean
  @Fallback
  @ConditionalOnMissingBean
  ResumingConnectionManager repriseConnectionManager(
      HttpClientFactory factory, RepriseClient repriseClient) {
    return factory.connectionManager(repriseClient);
  }

  @Bean(CLIENT)
  @Fallback
  @ConditionalOnMissingBean(name = CLIENT)
  CloseableHttpClient repriseHttpClient(
      HttpClientFactory factory,
      RepriseClient repriseClient,
      ResumingConnectionManager repriseConnectionManager) {
    return factory.httpClient(repriseClient, repriseConnectionManager);
  }
}
