package dev.reprise.tls.internal.jdk;

import java.util.Arrays;
import javax.net.ssl.SSLParameters;

/** The named groups of {@code SSLParameters}, which came with JDK 20, where the JDK has them. */
public final class NamedGroups {

  static final LaterMethod GETTER =
      new LaterMethod(SSLParameters.class, "getNamedGroups", String[].class);

  private NamedGroups() {}

  /** Whether these parameters, which may name no groups, let the group be offered. */
  public static boolean allow(SSLParameters parameters, String group) {
    String[] groups = areThere() ? (String[]) GETTER.call(parameters) : null;
    return groups == null || Arrays.stream(groups).anyMatch(group::equalsIgnoreCase);
  }

  /** Whether an engine of the JDK asks for them. */
  public static boolean areThere() {
    return GETTER.isThere();
  }
}
