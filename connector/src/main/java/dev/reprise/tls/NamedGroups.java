package dev.reprise.tls;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import javax.net.ssl.SSLParameters;

/** {@code SSLParameters.setNamedGroups}, which came with JDK 20, where the JDK has it. */
final class NamedGroups {

  private static final MethodHandle SETTER = setter();

  private NamedGroups() {}

  private static MethodHandle setter() {
    try {
      return MethodHandles.publicLookup()
          .findVirtual(
              SSLParameters.class,
              "setNamedGroups",
              MethodType.methodType(void.class, String[].class));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return null;
    }
  }

  static boolean canBeSet() {
    return SETTER != null;
  }

  /** Offers these groups alone, in this order. */
  static void set(SSLParameters parameters, String... groups) {
    try {
      SETTER.invokeExact(parameters, groups);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("SSLParameters.setNamedGroups declares no such exception", e);
    }
  }
}
