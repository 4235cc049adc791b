package dev.reprise.bootmatrix.cases;

import java.util.Map;

/** SSL bundles, which Boot has from 3.1 on. */
public final class Boot31BundleCases implements Cases {

  @Override
  public Map<String, Case> byName() {
    return Map.of("SSL bundle", this::bundle);
  }

  private void bundle(Trial trial) throws Exception {
    SoapCalls.assertResumed(
        trial,
        "spring.ssl.bundle.pem.partner.truststore.certificate=file:" + trial.provider().authority(),
        "reprise.ssl.bundle=partner");
  }
}
