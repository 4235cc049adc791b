package dev.reprise.tls.internal;

import javax.net.ssl.SSLParameters;

/**
 * Parameters that name groups on every JDK, as those of JDK 20 and later do, whose engines ask for
 * them. Conscrypt looks for the method by reflection, which is why this class is public, and has no
 * other way to name the groups of an engine.
 */
public final class GroupParameters extends SSLParameters {

  private final String[] groups;

  private GroupParameters(String group) {
    groups = group == null ? null : new String[] {group};
  }

  /**
   * What a client's parameters ask for, with only this group, or with the provider's own for null.
   * Without the signature schemes: an engine keeps those that it has.
   */
  public static SSLParameters of(SSLParameters other, String group) {
    GroupParameters parameters = new GroupParameters(group);
    parameters.setCipherSuites(other.getCipherSuites());
    parameters.setProtocols(other.getProtocols());
    parameters.setAlgorithmConstraints(other.getAlgorithmConstraints());
    parameters.setEndpointIdentificationAlgorithm(other.getEndpointIdentificationAlgorithm());
    parameters.setMaximumPacketSize(other.getMaximumPacketSize());
    parameters.setServerNames(other.getServerNames());
    parameters.setApplicationProtocols(other.getApplicationProtocols());
    return parameters;
  }

  /** The named groups, in order of preference; null for the provider's own. */
  public String[] getNamedGroups() {
    return groups == null ? null : groups.clone();
  }
}
