package dev.reprise.boot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.spring.RepriseClients;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.HttpGet;
import org.springframework.context.ApplicationContext;
import org.springframework.ws.transport.WebServiceMessageSender;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/** What can be looked at only with HttpClient 4.5 on the class path. */
final class OverHttpClient4 {

  private OverHttpClient4() {}

  static void assertReprise(ApplicationContext context, WebServiceMessageSender sender) {
    HttpClient ours = context.getBean(RepriseClients.class).get("default", HttpClient.class);
    assertThat(sender)
        .isInstanceOfSatisfying(
            HttpComponentsMessageSender.class,
            components -> assertThat(components.getHttpClient()).isSameAs(ours));
  }

  static void assertRefuses(RepriseClients clients, String host) {
    assertThatThrownBy(() -> clients.get("bank", HttpClient.class).execute(new HttpGet(host)))
        .hasStackTraceContaining("A test slice calls no real host");
  }
}
