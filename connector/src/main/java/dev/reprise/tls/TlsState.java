package dev.reprise.tls;

import java.util.concurrent.atomic.LongAdder;

/** What a factory works with until its next reload: settings, and the lanes of their sessions. */
final class TlsState {

  final TlsSettings settings;
  final TicketLanes lanes;
  final boolean jsse;

  /** A state without sessions; lanes are counted on with the counters given. */
  TlsState(TlsSettings settings, LongAdder lanesMade, LongAdder lanesDropped) {
    this.settings = settings;
    this.lanes = new TicketLanes(settings, System::nanoTime, lanesMade, lanesDropped);
    this.jsse = "SunJSSE".equals(settings.probe().getProvider().getName());
  }
}
