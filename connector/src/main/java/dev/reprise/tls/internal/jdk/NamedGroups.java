package dev.reprise.tls.internal.jdk;

import java.util.Arrays;
import javax.net.ssl.SSLParameters;

/** The named groups of {@code SSLParameters}, which exist on JDK 20 and later. */
public final class NamedGroups {

  static final LaterMethod GETTER =
      new LaterMethod(SSLParameters.class, "getNamedGroups", String[].class);

  private NamedGroups() {}

  /** Returns whether these parameters allow the group. If they name no groups, they allow all. */
  public static boolean allow(SSLParameters parameters, String group) {
    String[] groups = areThere() ? (String[]) GETTER.call(parameters) : null;
    return groups == null || Arrays.stream(groups).anyMatch(group::equalsIgnoreCase);
  }

  /** Returns whether this JDK has named groups, so that its engines read them. */
  public static boolean areThere() {
    return GETTER.isThere();
  }
}
