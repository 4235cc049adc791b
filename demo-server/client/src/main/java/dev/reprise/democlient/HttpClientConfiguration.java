package dev.reprise.democlient;

import java.io.IOException;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLContext;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;
import org.springframework.ws.transport.http.HttpComponentsMessageSender.RemoveSoapHeadersInterceptor;

/** Apache HttpClient 4.5 as it comes, but for pool sizes and timeouts. */
@Configuration(proxyBeanMethods = false)
class HttpClientConfiguration {
  @Bean
  CloseableHttpClient stockHttpClient(Target target, Switches switches, Figures figures)
      throws GeneralSecurityException, IOException {
    SSLContext context = StockTls.newContext(target, switches, figures);
    PoolingHttpClientConnectionManager manager =
        new PoolingHttpClientConnectionManager(
            RegistryBuilder.<ConnectionSocketFactory>create()
                .register("https", new CountedSocketFactory(context, figures))
                .build(),
            new TimedConnectionFactory(figures));
    manager.setMaxTotal(Switches.MOST_THREADS);
    manager.setDefaultMaxPerRoute(Switches.MOST_THREADS);
    return HttpClients.custom()
        .setConnectionManager(manager)
        .setDefaultRequestConfig(
            RequestConfig.custom()
                .setConnectTimeout((int) Timeouts.CONNECT.toMillis())
                .setSocketTimeout((int) Timeouts.READ.toMillis())
                .build())
        .addInterceptorFirst(new RemoveSoapHeadersInterceptor())
        .build();
  }

  @Bean
  HttpComponentsMessageSender httpClientSender(CloseableHttpClient stockHttpClient) {
    return new HttpComponentsMessageSender(stockHttpClient);
  }
}
