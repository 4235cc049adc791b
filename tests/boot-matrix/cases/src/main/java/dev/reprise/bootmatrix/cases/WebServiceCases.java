package dev.reprise.bootmatrix.cases;

import static dev.reprise.bootmatrix.cases.SoapCalls.assertReprise;
import static dev.reprise.bootmatrix.cases.SoapCalls.builder;
import static dev.reprise.bootmatrix.cases.SoapCalls.call;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.tls.TlsStatistics;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.SSLSocketFactory;
import org.apache.http.client.HttpClient;
import org.apache.http.impl.client.CloseableHttpClient;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.boot.webservices.client.WebServiceTemplateCustomizer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.WebServiceMessageSender;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/**
 * WebServiceTemplate: Reprise where the application says nothing, and its own choice where it does.
 */
public final class WebServiceCases implements Cases {

  @Override
  public Map<String, Case> byName() {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("default", this::reprise);
    cases.put("explicit sender", this::explicitSender);
    cases.put("additional sender", this::additionalSender);
    cases.put("own builder", this::ownBuilder);
    cases.put("own customizer bean", this::ownCustomizerBean);
    cases.put("own customizers on the builder", this::ownCustomizers);
    cases.put("sender over an own HttpClient", this::senderOverOwnClient);
    cases.put("own HttpClient for other things", this::ownClientForOtherThings);
    cases.put("no bean of a type of others", this::noBeanOfOthers);
    cases.put("reprise.enabled=false", this::disabled);
    return cases;
  }

  private void reprise(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start()) {
      WebServiceTemplate template = builder(context).build();
      call(trial, template);
      assertReprise(context, template);
      trial.assertResumed(context);
    }
  }

  private void explicitSender(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start()) {
      OwnSender own = new OwnSender();
      assertUsed(trial, context, builder(context).messageSenders(own).build(), own);
    }
  }

  private void additionalSender(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start()) {
      OwnSender own = new OwnSender();
      WebServiceTemplate template = builder(context).additionalMessageSenders(own).build();
      call(trial, template);
      assertThat(template.getMessageSenders()).hasSize(2).startsWith(own);
      assertReprise(context, template.getMessageSenders()[1]);
      assertThat(own.connections()).isEqualTo(Trial.CALLS);
      trial.assertPassedBy(context);
    }
  }

  private void ownBuilder(Trial trial) throws Exception {
    ownBean(trial, WithBuilder.class);
  }

  private void ownCustomizerBean(Trial trial) throws Exception {
    ownBean(trial, WithCustomizer.class);
  }

  /** The sender that is a bean of the application is the only one. */
  static void ownBean(Trial trial, Class<? extends WithSender> application) throws Exception {
    try (ConfigurableApplicationContext context = trial.start(application)) {
      OwnSender own = context.getBean(OwnSender.class);
      assertUsed(trial, context, builder(context).build(), own);
    }
  }

  /** The sender of the application is the only one, and makes all calls. */
  static void assertUsed(
      Trial trial,
      ConfigurableApplicationContext context,
      WebServiceTemplate template,
      OwnSender own)
      throws Exception {
    call(trial, template);
    assertThat(template.getMessageSenders()).containsExactly(own);
    assertThat(own.connections()).isEqualTo(Trial.CALLS);
    trial.assertPassedBy(context);
  }

  private void ownCustomizers(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start()) {
      WebServiceTemplate template =
          builder(context).customizers(made -> made.setCheckConnectionForError(false)).build();
      call(trial, template);
      assertReprise(context, template);
      trial.assertResumed(context);
    }
  }

  private void senderOverOwnClient(Trial trial) throws Exception {
    OwnClient own = new OwnClient();
    try (ConfigurableApplicationContext context = trial.start();
        CloseableHttpClient client = own.client()) {
      WebServiceTemplate template =
          builder(context).messageSenders(new HttpComponentsMessageSender(client)).build();
      call(trial, template);
      assertThat(own.requests()).isEqualTo(Trial.CALLS);
      trial.assertPassedBy(context);
    }
  }

  private void ownClientForOtherThings(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start(WithOtherClient.class)) {
      WebServiceTemplate template = builder(context).build();
      call(trial, template);
      assertReprise(context, template);
      assertThat(context.getBean(NeedsClient.class).client)
          .as("what is injected where the application wants an HttpClient")
          .isSameAs(context.getBean(OwnClient.class).client());
      trial.assertResumed(context);
    }
  }

  /** OpenFeign's clients, and Boot 4's request factory, are there if there is no such bean. */
  private void noBeanOfOthers(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context =
        trial.start("reprise.clients.bank.read-timeout=3s")) {
      assertThat(context.getBeanNamesForType(HttpClient.class)).isEmpty();
      assertThat(context.getBeanNamesForType(WebServiceMessageSender.class)).isEmpty();
      assertThat(context.getBeanNamesForType(SSLSocketFactory.class)).isEmpty();
      for (String name : context.getBeanNamesForType(ClientHttpRequestFactory.class)) {
        assertThat(context.getBeanFactory().getBeanDefinition(name).getFactoryBeanName())
            .as("who makes the request factory")
            .startsWith("org.springframework.boot.");
      }
    }
  }

  private void disabled(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start("reprise.enabled=false")) {
      WebServiceTemplate template = builder(context).build();
      call(trial, template);
      assertThat(context.getBeanNamesForType(TlsStatistics.class)).isEmpty();
      assertThat(context.getBeanNamesForType(HttpClient.class)).isEmpty();
      assertThat(template.getMessageSenders())
          .singleElement()
          .isNotInstanceOf(HttpComponentsMessageSender.class);
      assertThat(trial.provider().counts().requests()).isEqualTo(Trial.CALLS);
    }
  }

  static class WithSender {

    @Bean
    OwnSender ownSender() {
      return new OwnSender();
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class WithBuilder extends WithSender {

    @Bean
    WebServiceTemplateBuilder ownBuilder(OwnSender sender) {
      return new WebServiceTemplateBuilder().messageSenders(sender);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class WithCustomizer extends WithSender {

    @Bean
    WebServiceTemplateCustomizer ownCustomizer(OwnSender sender) {
      return template -> template.setMessageSender(sender);
    }
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class WithOtherClient {

    @Bean
    OwnClient ownClient() {
      return new OwnClient();
    }

    @Bean
    CloseableHttpClient otherClient(OwnClient own) {
      return own.client();
    }

    @Bean
    NeedsClient needsClient(CloseableHttpClient client) {
      return new NeedsClient(client);
    }
  }

  static final class NeedsClient {

    private final CloseableHttpClient client;

    NeedsClient(CloseableHttpClient client) {
      this.client = client;
    }
  }
}
