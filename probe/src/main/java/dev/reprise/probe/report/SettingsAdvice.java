package dev.reprise.probe.report;

import dev.reprise.probe.measure.Ending;
import dev.reprise.probe.measure.Facts;
import dev.reprise.probe.measure.Sentences;
import dev.reprise.probe.measure.Texts;
import dev.reprise.tls.TlsSettings;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which settings of Reprise fit this server; the defaults where nothing speaks against them. */
final class SettingsAdvice extends Sentences {

  private static final TlsSettings DEFAULTS = TlsSettings.builder().build();

  /** What a call may wait for the network until it is worth connections that are held open. */
  private static final double LEAST_WAIT_MILLIS = 15;

  private static final int MOST_PRECONNECTIONS = 64;
  private static final int EVICT_IDLE_SECONDS = 30;

  private static final Pattern TIMEOUT = Pattern.compile("timeout=(\\d{1,6})");

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
    Ending ending = facts.ending;
    if (ending != null && facts.endsWithConnection && !ending.how.isOrderly()) {
      add("set.require-close-notify");
    }
    pool();
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
    if (!facts.imposesClose() || facts.connectMillis.isEmpty()) {
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

  private void pool() {
    if (facts.imposesClose()) {
      return;
    }
    Matcher timeout = TIMEOUT.matcher(facts.keepAliveHeader == null ? "" : facts.keepAliveHeader);
    if (timeout.find() && Integer.parseInt(timeout.group(1)) <= EVICT_IDLE_SECONDS) {
      int seconds = Integer.parseInt(timeout.group(1));
      add("set.max-idle-time", Math.max(1, seconds - 1), seconds);
    }
  }
}
