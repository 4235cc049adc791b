package dev.reprise.tls.internal;

import javax.net.ssl.SSLParameters;

/**
 * Parameters that can name groups on every JDK. From JDK 20 on, SSLParameters has {@code
 * getNamedGroups}, which the JDK's engines call. Conscrypt calls it by reflection, so this class is
 * public. Conscrypt has no other way to name an engine's groups.
 */
public final class GroupParameters extends SSLParameters {

  private final String[] groups;

  private GroupParameters(String group) {
    groups = group == null ? null : new String[] {group};
  }

  /**
   * Returns a copy for a client that names only this group, or if null the provider's own groups.
   * Signature schemes are not copied, because an engine keeps those it has.
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

  /** Returns the named groups, in order of preference; null for the provider's own. */
  public String[] getNamedGroups() {
    return groups == null ? null : groups.clone();
  }
}
