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

/** The settings, provider, reports and lanes that sockets use until the next reload. */
public class TlsState {

  public final TlsSettings settings;
  public final ConfiguredProvider provider;
  public final Report report;
  public final LaneStore lanes;

  /** True if Reprise has to verify the host, since the provider is not known to do so. */
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
    // Engines do not report their handshakes; their lanes detect them and tell the owner.
    EngineLanes.Owner owner = this instanceof EngineLanes.Owner ? (EngineLanes.Owner) this : null;
    this.lanes = new LaneStore(settings, provider.contexts, nanoClock, lanesMade, owner);
    this.verifiesHost =
        settings.hostnameVerification()
            && !provider.traits.verifiesHostWith(provider.contexts.trustManager);
  }

  /** Returns a new engine, configured like those of connections, which the caller may change. */
  SSLEngine template() {
    SSLEngine made = provider.probe.createSSLEngine();
    made.setUseClientMode(true);
    made.setSSLParameters(provider.parameters(true));
    return made;
  }

  /** Returns a shared one, not to be changed. JSSE's would keep a caller's AccessControlContext. */
  SSLEngine defaults() {
    SSLEngine known = defaults;
    if (known == null) {
      known = OwnThreads.withoutCaller(this::template);
      defaults = known;
    }
    return known;
  }
}
