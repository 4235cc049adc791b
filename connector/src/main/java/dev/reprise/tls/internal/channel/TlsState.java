package dev.reprise.tls.internal.channel;

import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.internal.jdk.OwnThreads;
import dev.reprise.tls.internal.lane.EngineLanes;
import dev.reprise.tls.internal.lane.LaneStore;
import dev.reprise.tls.internal.provider.ConfiguredProvider;
import dev.reprise.tls.internal.report.Report;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLEngine;

/** What sockets work with until the next reload: settings, and the lanes of their sessions. */
public class TlsState {

  public final TlsSettings settings;
  public final ConfiguredProvider provider;
  public final Report report;
  public final LaneStore lanes;

  /** Whether the host name is to be verified here, since the provider is not known to do it. */
  public final boolean verifiesHost;

  private volatile SSLEngine defaults;

  protected TlsState(
      TlsSettings settings,
      ConfiguredProvider provider,
      Report report,
      LongSupplier nanoClock,
      LongAdder lanesMade) {
    this.settings = settings;
    this.provider = provider;
    this.report = report;
    // Engines report nothing: their lanes find out, and tell it to an owner.
    EngineLanes.Owner owner = this instanceof EngineLanes.Owner ? (EngineLanes.Owner) this : null;
    this.lanes = new LaneStore(settings, provider.contexts, nanoClock, lanesMade, owner);
    this.verifiesHost =
        settings.hostnameVerification()
            && !provider.traits.verifiesHostWith(provider.contexts.trustManager);
  }

  /** An engine that never has a connection, configured as those that do; to be changed. */
  SSLEngine template() {
    SSLEngine made = provider.probe.createSSLEngine();
    made.setUseClientMode(true);
    made.setSSLParameters(provider.parameters(true));
    return made;
  }

  /** Such an engine that nobody changes. JSSE's keep the AccessControlContext. */
  SSLEngine defaults() {
    SSLEngine known = defaults;
    if (known == null) {
      known = OwnThreads.withoutCaller(this::template);
      defaults = known;
    }
    return known;
  }
}
