package dev.reprise.spring.aot;

import dev.reprise.spring.RepriseClients;
import dev.reprise.tls.ResumingSslSocketFactory;
import org.apache.http.client.methods.Configurable;
import org.apache.http.impl.client.CloseableHttpClient;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The application that {@link AotTest} processes ahead of time. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
public class AotApplication {

  public static void main(String[] arguments) {
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(AotApplication.class)
            .web(WebApplicationType.NONE)
            .run(arguments)) {
      System.out.println(context.getBean(User.class).told());
    }
  }

  @Bean
  User user(RepriseClients clients) {
    return new User(
        clients.get("bank", CloseableHttpClient.class),
        clients.get("default", CloseableHttpClient.class),
        clients.get("bank", ResumingSslSocketFactory.class));
  }

  /** Uses what is injected. */
  public record User(
      CloseableHttpClient bank, CloseableHttpClient plain, ResumingSslSocketFactory sockets) {

    String told() {
      return "read timeout of bank: "
          + ((Configurable) bank).getConfig().getSocketTimeout()
          + "\ndefault is apart: "
          + (plain != bank && sockets != null);
    }
  }
}
