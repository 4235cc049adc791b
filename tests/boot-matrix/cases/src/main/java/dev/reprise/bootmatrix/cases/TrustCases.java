package dev.reprise.bootmatrix.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.spring.RepriseClients;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;
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
    cases.put("named clients by environment variables", this::environment);
    cases.put("no resumption (reprise.resumption-enabled)", this::stockSockets);
    return cases;
  }

  private void noTrust(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start()) {
      assertRefused(trial, SoapCalls.builder(context).build());
      assertThat(trial.provider().counts().requests()).isZero();
    }
  }

  private void store(Trial trial) throws Exception {
    SoapCalls.assertResumed(trial, trial.trusting());
  }

  private void pem(Trial trial) throws Exception {
    SoapCalls.assertResumed(trial, "reprise.ssl.trust-certificate=" + trial.provider().authority());
  }

  /** The named client trusts the provider, the plain one does not. */
  private void namedClient(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context =
        trial.start(
            "reprise.clients.bank.ssl.trust-store=" + trial.provider().trustStore(),
            "reprise.clients.bank.ssl.trust-store-password=" + Provider.PASSWORD)) {
      assertRefused(trial, SoapCalls.builder(context).build());
      WebServiceMessageSender bank =
          context.getBean(RepriseClients.class).get("bank", WebServiceMessageSender.class);
      SoapCalls.call(trial, SoapCalls.builder(context).messageSenders(bank).build());
      trial.assertResumed(
          Counts.of(context.getBean(RepriseClients.class).get("bank").statistics().total()));
    }
  }

  /** A dash in a client's name is nothing in a variable, or an underscore where it is known. */
  private void environment(Trial trial) throws Exception {
    String store = trial.provider().trustStore().toString();
    Map<String, Object> variables = new HashMap<>();
    variables.put("REPRISE_CLIENTS_BANK_SSL_TRUSTSTORE", store);
    variables.put("REPRISE_CLIENTS_BANK_SSL_TRUSTSTOREPASSWORD", Provider.PASSWORD);
    variables.put("REPRISE_CLIENTS_PARCEL_SERVICE_SSL_TRUST_STORE", store);
    variables.put("REPRISE_CLIENTS_PARCEL_SERVICE_SSL_TRUST_STORE_PASSWORD", Provider.PASSWORD);
    SpringApplicationBuilder builder =
        new SpringApplicationBuilder(Trial.Application.class)
            .web(WebApplicationType.NONE)
            .properties("reprise.clients.parcel-service.read-timeout=5s")
            .initializers(
                context ->
                    context
                        .getEnvironment()
                        .getPropertySources()
                        .addFirst(
                            new SystemEnvironmentPropertySource(
                                "test-systemEnvironment", variables)));
    try (ConfigurableApplicationContext context = builder.run()) {
      RepriseClients clients = context.getBean(RepriseClients.class);
      assertThat(clients.names()).containsExactly("bank", "default", "parcel-service");
      for (String client : List.of("bank", "parcel-service")) {
        trial.provider().resetCounts();
        WebServiceMessageSender sender = clients.get(client, WebServiceMessageSender.class);
        SoapCalls.call(trial, SoapCalls.builder(context).messageSenders(sender).build());
        trial.assertResumed(Counts.of(clients.get(client).statistics().total()));
      }
      assertRefused(trial, SoapCalls.builder(context).build());
    }
  }

  private void stockSockets(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context =
        trial.start(trial.trusting("reprise.resumption-enabled=false"))) {
      SoapCalls.call(trial, SoapCalls.builder(context).build());
      SoapCalls.assertReprise(context, SoapCalls.builder(context).build());
      trial.assertPassedBy(context);
    }
  }

  private static void assertRefused(Trial trial, WebServiceTemplate template) {
    assertThatThrownBy(() -> SoapCalls.call(trial, template))
        .as("a call to a provider that is not trusted")
        .hasStackTraceContaining("PKIX path building failed");
  }
}
