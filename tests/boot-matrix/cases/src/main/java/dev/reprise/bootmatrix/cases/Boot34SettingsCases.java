package dev.reprise.bootmatrix.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseClient;
import java.util.Map;
import org.springframework.context.ConfigurableApplicationContext;

/** What Boot itself lets be said of HTTP clients, from 3.4 on; its name has changed in 4. */
public final class Boot34SettingsCases implements Cases {

  @Override
  public Map<String, Case> byName() {
    return Map.of("Boot's own spring.http settings", this::inherited);
  }

  private void inherited(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context =
        trial.start(
            "spring.ssl.bundle.pem.partner.truststore.certificate=file:"
                + trial.provider().authority(),
            "spring.http.client.ssl.bundle=partner",
            "spring.http.client.read-timeout=7s",
            "spring.http.clients.ssl.bundle=partner",
            "spring.http.clients.read-timeout=7s",
            "reprise.connect-timeout=3s")) {
      SoapCalls.call(trial, SoapCalls.builder(context).build());
      ClientProperties inForce = context.getBean(RepriseClient.class).properties();
      assertThat(inForce.getReadTimeout()).hasSeconds(7);
      assertThat(inForce.getConnectTimeout()).hasSeconds(3);
      trial.assertResumed(context);
    }
  }
}
