package dev.reprise.tls.internal.jdk;

import java.util.Arrays;
import javax.net.ssl.SSLParameters;

/** The named groups of {@code SSLParameters}, which came with JDK 20, where the JDK has them. */
public final class NamedGroups {

  private static final LaterMethod SETTER =
      new LaterMethod(SSLParameters.class, "setNamedGroups", void.class, String[].class);

  private static final LaterMethod GETTER =
      new LaterMethod(SSLParameters.class, "getNamedGroups", String[].class);

  private NamedGroups() {}

  /** Whether these parameters, which may name no groups, let the group be offered. */
  public static boolean allow(SSLParameters parameters, String group) {
    String[] groups = GETTER.isThere() ? (String[]) GETTER.call(parameters) : null;
    return groups == null || Arrays.stream(groups).anyMatch(group::equalsIgnoreCase);
  }

  public static boolean canBeSet() {
    return SETTER.isThere();
  }

  public static void set(SSLParameters parameters, String... groups) {
    SETTER.call(parameters, groups);
  }
}
