package dev.reprise.tls;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Arrays;
import javax.net.ssl.SSLParameters;

/** The named groups of {@code SSLParameters}, which came with JDK 20, where the JDK has them. */
final class NamedGroups {

  private static final MethodHandle SETTER =
      find("setNamedGroups", MethodType.methodType(void.class, String[].class));

  private static final MethodHandle GETTER =
      find("getNamedGroups", MethodType.methodType(String[].class));

  private NamedGroups() {}

  private static MethodHandle find(String name, MethodType type) {
    try {
      return MethodHandles.publicLookup().findVirtual(SSLParameters.class, name, type);
    } catch (NoSuchMethodException | IllegalAccessException e) {
      return null;
    }
  }

  /** Whether these parameters, which may name no groups, let the group be offered. */
  static boolean allow(SSLParameters parameters, String group) {
    if (GETTER == null) {
      return true;
    }
    String[] groups;
    try {
      groups = (String[]) GETTER.invokeExact(parameters);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("SSLParameters.getNamedGroups declares no such exception", e);
    }
    return groups == null || Arrays.stream(groups).anyMatch(group::equalsIgnoreCase);
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
