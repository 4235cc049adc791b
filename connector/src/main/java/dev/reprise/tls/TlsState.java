package dev.reprise.tls;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/** What a factory works with until its next reload: settings, and the lanes of their sessions. */
final class TlsState {

  final TlsSettings settings;

  /** How many states the factory had before. */
  final long reloads;

  final TicketLanes lanes;
  final ProviderTraits traits;

  /** Whether the host name is to be verified here, since the provider is not known to do it. */
  final boolean verifiesHost;

  /** A state without sessions; lanes are counted on with the counters given. */
  TlsState(
      TlsSettings settings,
      long reloads,
      LongSupplier nanoClock,
      LongAdder lanesMade,
      LongAdder lanesDropped) {
    this.settings = settings;
    this.reloads = reloads;
    this.lanes = new TicketLanes(settings, nanoClock, lanesMade, lanesDropped);
    this.traits = ProviderTraits.of(settings.probe().getProvider());
    this.verifiesHost =
        settings.hostnameVerification()
            && !traits.verifiesHostWith(settings.contexts().trustManager());
  }
}
