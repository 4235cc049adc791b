package dev.reprise.tls;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import javax.net.ssl.SSLParameters;

/** Whether two {@link SSLParameters}, which have no {@code equals}, ask for the same. */
final class SameParameters {

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
    addIfThere(getters, "getSignatureSchemes", String[].class);
    addIfThere(getters, "getNamedGroups", String[].class);
    addIfThere(getters, "getEnableCertificateCompression", boolean.class);
    return getters;
  }

  /** Adds one that came after JDK 11. */
  private static void addIfThere(
      List<Function<SSLParameters, Object>> getters, String name, Class<?> type) {
    try {
      MethodHandle getter =
          MethodHandles.publicLookup()
              .findVirtual(SSLParameters.class, name, MethodType.methodType(type))
              .asType(MethodType.methodType(Object.class, SSLParameters.class));
      getters.add(parameters -> get(getter, parameters));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      // This JDK has none.
    }
  }

  private static Object get(MethodHandle getter, SSLParameters parameters) {
    try {
      return getter.invokeExact(parameters);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("SSLParameters declares no such exception", e);
    }
  }

  static boolean are(SSLParameters one, SSLParameters other) {
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
