package dev.reprise.demo.page;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Map;
import org.apache.http.client.config.RequestConfig;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.WebServiceMessageSender;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;
import org.springframework.ws.transport.http.HttpComponentsMessageSender.RemoveSoapHeadersInterceptor;
import org.springframework.ws.transport.http.HttpsUrlConnectionMessageSender;

/**
 * The application that calls, as any that calls a SOAP service: a Spring Boot application of its
 * own for each position of the switches, the starter on its class path, configured by properties.
 */
final class Caller {

  /** Of connects and reads; short, so that a server that keeps callers waiting is seen. */
  static final Duration TIMEOUT = Duration.ofSeconds(2);

  private Caller() {}

  static ConfigurableApplicationContext start(Target target, Switches switches) {
    SpringApplication application =
        new SpringApplication(Application.class, switches.client().configuration());
    application.setWebApplicationType(WebApplicationType.NONE);
    application.setBannerMode(Banner.Mode.OFF);
    application.setLogStartupInfo(false);
    application.setRegisterShutdownHook(false);
    application.setListeners(
        application.getListeners().stream()
            .filter(listener -> !(listener instanceof LoggingApplicationListener))
            .toList());
    application.setDefaultProperties(
        Map.of(
            "spring.config.name",
            "caller",
            "caller.tls-version",
            switches.tls(),
            "caller.trust-store",
            target.trustStore().toUri().toString(),
            "caller.trust-store-password",
            target.password(),
            "caller.most-threads",
            Switches.MOST_THREADS,
            "caller.timeout",
            TIMEOUT,
            "reprise.enabled",
            switches.client() == ClientKind.REPRISE));
    application.addInitializers(
        context -> {
          context.getBeanFactory().registerSingleton("target", target);
          context.getBeanFactory().registerSingleton("switches", switches);
        });
    return application.run();
  }

  /** What all have. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {
    @Bean
    WebServiceTemplate webServiceTemplate(
        WebServiceTemplateBuilder builder,
        EagerMessageFactory messageFactory,
        ObjectProvider<WebServiceMessageSender> explicitSender) {
      WebServiceTemplateBuilder any = builder.setWebServiceMessageFactory(messageFactory);
      WebServiceMessageSender sender = explicitSender.getIfAvailable();
      return sender == null ? any.build() : any.messageSenders(sender).build();
    }

    @Bean
    EagerMessageFactory messageFactory() {
      return new EagerMessageFactory();
    }

    @Bean
    QuoteCalls quoteCalls(WebServiceTemplate template, Target target) {
      return new QuoteCalls(template, target);
    }
  }

  /** Nothing to configure but properties. */
  @Configuration(proxyBeanMethods = false)
  static class Reprise {}

  /**
   * Spring-WS's sender over the JDK's HttpsURLConnection. It is given a socket factory: given trust
   * managers it would make a context, and so an empty session cache, for each connection.
   */
  @Configuration(proxyBeanMethods = false)
  static class UrlConnection {
    @Bean
    HttpsUrlConnectionMessageSender sender(Target target, Switches switches)
        throws GeneralSecurityException, IOException {
      HttpsUrlConnectionMessageSender sender = new HttpsUrlConnectionMessageSender();
      sender.setSslSocketFactory(target.newContext(switches.tls()).getSocketFactory());
      sender.setConnectionTimeout(TIMEOUT);
      sender.setReadTimeout(TIMEOUT);
      return sender;
    }
  }

  /** Apache HttpClient 4.5 with its defaults, except for pool sizes and timeouts. */
  @Configuration(proxyBeanMethods = false)
  static class HttpClient {
    @Bean
    CloseableHttpClient client(Target target, Switches switches)
        throws GeneralSecurityException, IOException {
      return HttpClients.custom()
          .setSSLSocketFactory(new SSLConnectionSocketFactory(target.newContext(switches.tls())))
          .setMaxConnTotal(Switches.MOST_THREADS)
          .setMaxConnPerRoute(Switches.MOST_THREADS)
          .setDefaultRequestConfig(
              RequestConfig.custom()
                  .setConnectTimeout((int) TIMEOUT.toMillis())
                  .setSocketTimeout((int) TIMEOUT.toMillis())
                  .build())
          .addInterceptorFirst(new RemoveSoapHeadersInterceptor())
          .build();
    }

    @Bean
    HttpComponentsMessageSender sender(CloseableHttpClient client) {
      return new HttpComponentsMessageSender(client);
    }
  }
}
