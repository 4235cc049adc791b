package dev.reprise.tls.internal.provider;

import dev.reprise.tls.internal.GroupParameters;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/** A TLS provider with the trust, the keys and the parameters of settings. Immutable. */
public final class ConfiguredProvider {

  public final ContextSource contexts;

  /** A context without lanes: for defaults, engines without a host, and sockets of servers. */
  public final SSLContext probe;

  public final ProviderTraits traits;
  private final SSLParameters verified;
  private final SSLParameters unverified;

  public ConfiguredProvider(
      ContextSource contexts, SSLContext probe, SSLParameters offer, boolean verifiesHost) {
    this.contexts = contexts;
    this.probe = probe;
    this.traits = ProviderTraits.of(probe.getProvider());
    // Without getNamedGroups, which came with JDK 20, Conscrypt makes an exception each time.
    unverified = GroupParameters.of(offer, null);
    verified = GroupParameters.of(offer, null);
    if (verifiesHost) {
      verified.setEndpointIdentificationAlgorithm(HostnameCheck.HTTPS);
    }
  }

  /** Returns shared parameters, which each connection copies, with or without the host check. */
  public SSLParameters parameters(boolean hostVerified) {
    return hostVerified ? verified : unverified;
  }

  /** Sets protocols and cipher suites that differ from the provider's own. Returns its argument. */
  public SSLParameters restrict(SSLParameters parameters) {
    if (unverified.getProtocols() != null) {
      parameters.setProtocols(unverified.getProtocols());
    }
    if (unverified.getCipherSuites() != null) {
      parameters.setCipherSuites(unverified.getCipherSuites());
    }
    return parameters;
  }
}
