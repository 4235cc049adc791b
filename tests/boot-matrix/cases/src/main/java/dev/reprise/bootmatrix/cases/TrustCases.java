package dev.reprise.bootmatrix.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.spring.RepriseClient;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.WebServiceMessageSender;

/** Whom to trust, said in properties; the JVM's own trust store does not know the provider. */
public final class TrustCases implements Cases {

  @Override
  public Map<String, Case> byName() {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("no trust without a word", this::noTrust);
    cases.put("PKCS12 trust store", this::store);
    cases.put("PEM trust store", this::pem);
    cases.put("named client (reprise.clients)", this::namedClient);
    return cases;
  }

  private void noTrust(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start()) {
      assertRefused(trial, SoapCalls.builder(context).build());
      assertThat(trial.provider().counts().requests()).isZero();
    }
  }

  private void store(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start(trial.trusting())) {
      SoapCalls.call(trial, SoapCalls.builder(context).build());
      trial.assertResumed(context);
    }
  }

  private void pem(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context =
        trial.start("reprise.tls.trust-store.certificate=" + trial.provider().authority())) {
      SoapCalls.call(trial, SoapCalls.builder(context).build());
      trial.assertResumed(context);
    }
  }

  /** The named client trusts the provider, the plain one does not. */
  private void namedClient(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context =
        trial.start(
            WithUser.class,
            "reprise.clients.bank.tls.trust-store.location=" + trial.provider().trustStore(),
            "reprise.clients.bank.tls.trust-store.password=" + Provider.PASSWORD)) {
      assertRefused(trial, SoapCalls.builder(context).build());
      WebServiceMessageSender bank =
          context.getBean("bankMessageSender", WebServiceMessageSender.class);
      assertThat(context.getBean(User.class).senders)
          .as("what is injected by qualifier, by the name of the bean and by that of a parameter")
          .containsOnly(bank);
      SoapCalls.call(trial, SoapCalls.builder(context).messageSenders(bank).build());
      trial.assertResumed(
          Counts.of(
              context.getBean("bankRepriseClient", RepriseClient.class).statistics().total()));
    }
  }

  private static void assertRefused(Trial trial, WebServiceTemplate template) {
    assertThatThrownBy(() -> SoapCalls.call(trial, template))
        .as("a call to a provider that is not trusted")
        .hasStackTraceContaining("PKIX path building failed");
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class WithUser {

    @Bean
    User user(
        @Qualifier("bank") WebServiceMessageSender one,
        @Qualifier("bankMessageSender") WebServiceMessageSender two,
        WebServiceMessageSender bankMessageSender) {
      return new User(one, two, bankMessageSender);
    }
  }

  static final class User {

    private final List<WebServiceMessageSender> senders;

    User(WebServiceMessageSender... senders) {
      this.senders = List.of(senders);
    }
  }
}
