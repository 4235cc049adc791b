package dev.reprise.bootmatrix.cases;

import java.util.Map;
import org.springframework.context.ConfigurableApplicationContext;

/** SSL bundles, which Boot has from 3.1 on. */
public final class Boot31BundleCases implements Cases {

  @Override
  public Map<String, Case> byName() {
    return Map.of("SSL bundle", this::bundle);
  }

  private void bundle(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context =
        trial.start(
            "spring.ssl.bundle.pem.partner.truststore.certificate=file:"
                + trial.provider().authority(),
            "reprise.tls.bundle=partner")) {
      SoapCalls.call(trial, SoapCalls.builder(context).build());
      trial.assertResumed(context);
    }
  }
}
