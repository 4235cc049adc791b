package dev.reprise.democlient;

import java.io.IOException;
import java.security.GeneralSecurityException;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Spring-WS's sender over the JDK's HttpsURLConnection. It is given a socket factory: given trust
 * managers it would make a context, and so an empty session cache, for each connection.
 */
@Configuration(proxyBeanMethods = false)
class UrlConnectionConfiguration {
  @Bean
  TimedUrlConnectionSender urlConnectionSender(Target target, Switches switches, Figures figures)
      throws GeneralSecurityException, IOException {
    TimedUrlConnectionSender sender = new TimedUrlConnectionSender(figures);
    sender.setSslSocketFactory(StockTls.newContext(target, switches, figures).getSocketFactory());
    sender.setConnectionTimeout(Timeouts.CONNECT);
    sender.setReadTimeout(Timeouts.READ);
    return sender;
  }
}
