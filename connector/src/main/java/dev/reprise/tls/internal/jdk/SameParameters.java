package dev.reprise.tls.internal.jdk;

import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLParameters;

/** Compares {@link SSLParameters}, which have no {@code equals}, by what they ask of a client. */
public final class SameParameters {

  private static final List<Function<SSLParameters, Object>> GETTERS =
      Stream.concat(
              Stream.<Function<SSLParameters, Object>>of(
                  SSLParameters::getCipherSuites,
                  SSLParameters::getProtocols,
                  SSLParameters::getAlgorithmConstraints,
                  SSLParameters::getEndpointIdentificationAlgorithm,
                  SSLParameters::getServerNames,
                  SSLParameters::getMaximumPacketSize,
                  SSLParameters::getApplicationProtocols),
              Stream.of(
                      NamedGroups.GETTER,
                      later("getSignatureSchemes", String[].class),
                      later("getEnableCertificateCompression", boolean.class))
                  .filter(LaterMethod::isThere)
                  .map(getter -> getter::call))
          .collect(Collectors.toUnmodifiableList());

  private SameParameters() {}

  private static LaterMethod later(String getter, Class<?> result) {
    return new LaterMethod(SSLParameters.class, getter, result);
  }

  public static boolean are(SSLParameters one, SSLParameters other) {
    for (Function<SSLParameters, Object> getter : GETTERS) {
      if (!Objects.deepEquals(getter.apply(one), getter.apply(other))) {
        return false;
      }
    }
    return true;
  }
}
