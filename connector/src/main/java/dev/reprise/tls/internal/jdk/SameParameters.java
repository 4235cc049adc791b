package dev.reprise.tls.internal.jdk;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLParameters;

/** Whether two {@link SSLParameters}, which have no {@code equals}, ask for the same. */
public final class SameParameters {

  private static final List<Function<SSLParameters, Object>> GETTERS = getters();

  private SameParameters() {}

  private static List<Function<SSLParameters, Object>> getters() {
    List<Function<SSLParameters, Object>> getters = new ArrayList<>();
    getters.add(SSLParameters::getCipherSuites);
    getters.add(SSLParameters::getProtocols);
    getters.add(SSLParameters::getWantClientAuth);
    getters.add(SSLParameters::getNeedClientAuth);
    getters.add(SSLParameters::getAlgorithmConstraints);
    getters.add(SSLParameters::getEndpointIdentificationAlgorithm);
    getters.add(SSLParameters::getServerNames);
    getters.add(SSLParameters::getSNIMatchers);
    getters.add(SSLParameters::getUseCipherSuitesOrder);
    getters.add(SSLParameters::getEnableRetransmissions);
    getters.add(SSLParameters::getMaximumPacketSize);
    getters.add(SSLParameters::getApplicationProtocols);
    Stream.of(
            new LaterMethod(SSLParameters.class, "getSignatureSchemes", String[].class),
            new LaterMethod(SSLParameters.class, "getNamedGroups", String[].class),
            new LaterMethod(SSLParameters.class, "getEnableCertificateCompression", boolean.class))
        .filter(LaterMethod::isThere)
        .forEach(getter -> getters.add(getter::call));
    return getters;
  }

  public static boolean are(SSLParameters one, SSLParameters other) {
    if (one == null || other == null) {
      return one == other;
    }
    for (Function<SSLParameters, Object> getter : GETTERS) {
      if (!Objects.deepEquals(getter.apply(one), getter.apply(other))) {
        return false;
      }
    }
    return true;
  }
}
