package dev.reprise.probe.report;

import dev.reprise.probe.measure.Facts;
import dev.reprise.probe.measure.Sentences;
import dev.reprise.probe.measure.Texts;
import dev.reprise.tls.TlsSettings;
import java.util.List;

/** Which settings of Reprise fit this server; the defaults where nothing speaks against them. */
final class SettingsAdvice extends Sentences {

  private static final TlsSettings DEFAULTS = TlsSettings.builder().build();

  /** What a call may wait for the network until it is worth connections that are held open. */
  private static final double LEAST_WAIT_MILLIS = 15;

  private static final int MOST_PRECONNECTIONS = 64;

  private final Facts facts;

  SettingsAdvice(Facts facts, double rate, boolean trust, boolean certificate) {
    this.facts = facts;
    if (trust) {
      add("set.trust");
    }
    if (certificate) {
      add("set.certificate");
    }
    preconnections(rate);
    if (facts.endsWithConnection && !facts.ending.how.isOrderly()) {
      add("set.require-close-notify");
    }
    if ("TLSv1.3".equals(facts.version)) {
      add("set.provider");
    }
    if (!facts.copesWithHybrids()) {
      add("set.classical");
    }
    if (sentences.isEmpty()) {
      add("set.nothing");
    }
  }

  /**
   * As docs/preconnect.md reckons, and only where each call waits for what preconnected connections
   * have done before.
   */
  private void preconnections(double rate) {
    if (!facts.imposesClose()) {
      return;
    }
    List<Double> handshakes =
        facts.resumedMillis.isEmpty() ? facts.fullMillis : facts.resumedMillis;
    double waits = Facts.median(facts.connectMillis) + Facts.best(handshakes);
    if (!(waits >= LEAST_WAIT_MILLIS)
        || rate * DEFAULTS.preconnectionLifetime().toSeconds() * 0.8 <= 1) {
      return;
    }
    double meanwhile = rate * waits / 1000;
    long preconnections = (long) Math.ceil(meanwhile + 3 * Math.sqrt(meanwhile) + 1);
    long most = Math.min(preconnections, MOST_PRECONNECTIONS);
    add("set.preconnect", Texts.millis(waits), Texts.number(rate), most);
  }
}
