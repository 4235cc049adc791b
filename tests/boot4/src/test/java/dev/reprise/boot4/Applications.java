package dev.reprise.boot4;

import dev.reprise.junit.ClosingServer;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.service.annotation.PostExchange;
import org.springframework.web.service.registry.ImportHttpServices;

/** Applications of several tests, and how they are started and looked at. */
final class Applications {

  private Applications() {}

  /** One that trusts the provider unless its own properties say otherwise. */
  static ConfigurableApplicationContext run(
      ClosingServer provider, Class<?> application, String... properties) {
    return new SpringApplicationBuilder(application)
        .web(WebApplicationType.NONE)
        .properties(
            "spring.ssl.bundle.jks.provider.truststore.location=file:" + provider.trustStore(),
            "spring.ssl.bundle.jks.provider.truststore.password=" + ClosingServer.PASSWORD,
            "spring.http.clients.ssl.bundle=provider")
        .properties(properties)
        .run();
  }

  /** What the endpoint, whose type is no part of the API, tells of the default client. */
  static String endpoint(ConfigurableApplicationContext context) {
    Object told =
        ReflectionTestUtils.invokeMethod(context.getBean("repriseEndpoint"), "client", "default");
    return told.toString();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Plain {}

  interface Bank {
    @PostExchange
    String ping(@RequestBody String body);
  }

  interface Other {
    @PostExchange
    String ping(@RequestBody String body);
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @ImportHttpServices(group = "bank", types = Bank.class)
  @ImportHttpServices(group = "other", types = Other.class)
  static class WithServices {}
}
