package dev.reprise.probe.report;

import dev.reprise.probe.measure.Ending;
import dev.reprise.probe.measure.Facts;
import dev.reprise.tls.TlsSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which settings of Reprise fit this server; the defaults where nothing speaks against them. */
final class SettingsAdvice {

  private static final TlsSettings DEFAULTS = TlsSettings.builder().build();

  /** What a call may wait for the network until it is worth connections that are held open. */
  private static final double LEAST_WAIT_MILLIS = 10;

  private static final int MOST_PRECONNECTIONS = 64;
  private static final int EVICT_IDLE_SECONDS = 30;

  /** A close that takes longer is not worth the wait. */
  private static final double LONGEST_CLOSE_WAIT_MILLIS = 100;

  private static final Pattern TIMEOUT = Pattern.compile("timeout=(\\d{1,6})");

  private final Facts facts;
  private final List<String> advice = new ArrayList<>();

  private SettingsAdvice(Facts facts) {
    this.facts = facts;
  }

  static List<String> of(Facts facts, double rate, boolean trust, boolean certificate) {
    SettingsAdvice advice = new SettingsAdvice(facts);
    advice.credentials(trust, certificate);
    advice.lanes();
    advice.preconnections(rate);
    advice.close();
    advice.pool();
    advice.provider();
    if (advice.advice.isEmpty()) {
      advice.advice.add("None: the defaults fit.");
    }
    return advice.advice;
  }

  private void credentials(boolean trust, boolean certificate) {
    if (trust) {
      advice.add(
          "reprise.ssl.trust-certificate (PEM) or .trust-store (PKCS12, JKS): the file that you"
              + " gave with --trust. Java: TlsSettings.builder().trustManagers(...).");
    }
    if (certificate) {
      advice.add(
          "reprise.ssl.certificate and .certificate-private-key (PEM) or .key-store (PKCS12, JKS):"
              + " the client certificate that you gave with --cert. Java: keyManagers(...).");
    }
  }

  private void lanes() {
    OptionalLong lifetime =
        !"TLSv1.2".equals(facts.version) || facts.sessions12.ticketLifetimes == null
            ? OptionalLong.empty()
            : facts.sessions12.ticketLifetimes.stream()
                .mapToLong(Long::longValue)
                .filter(seconds -> seconds > 0)
                .min();
    if (lifetime.isPresent() && lifetime.getAsLong() < DEFAULTS.laneIdleTimeout().toSeconds()) {
      advice.add(
          "laneIdleTimeout of "
              + lifetime.getAsLong()
              + "s, in Spring Boot by a TlsSettingsCustomizer: its tickets live no longer ("
              + Words.seconds(lifetime.getAsLong())
              + "), so that an older one is not worth keeping. Java: laneIdleTimeout(...).");
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
    Facts.Times handshake = facts.resumed.millis.isEmpty() ? facts.full : facts.resumed;
    double waits = Facts.median(facts.connectMillis) + handshake.bestWait();
    if (!(waits >= LEAST_WAIT_MILLIS)
        || rate * DEFAULTS.preconnectionLifetime().toSeconds() * 0.8 <= 1) {
      return;
    }
    double meanwhile = rate * (Facts.median(facts.connectMillis) + handshake.best()) / 1000;
    long preconnections = (long) Math.ceil(meanwhile + 3 * Math.sqrt(meanwhile) + 1);
    advice.add(
        "Preconnected connections: each call waits some "
            + Words.millis(waits)
            + " for the network before it is sent, whatever is resumed. Connections that are opened"
            + " ahead of need take that away. At "
            + Words.number(rate)
            + " calls a second (--rate): reprise.preconnect.max-per-peer="
            + Math.min(preconnections, MOST_PRECONNECTIONS)
            + ". Java: TlsSettings.builder().maxPreconnectionsPerPeer("
            + Math.min(preconnections, MOST_PRECONNECTIONS)
            + "). The server holds so many more connections open for each instance of your service:"
            + " ask its operator first.");
  }

  private void close() {
    Ending ending = facts.ending;
    if (ending == null) {
      return;
    }
    if (facts.endsWithConnection && !ending.how().isOrderly()) {
      advice.add(
          "reprise.require-close-notify=false, if you must: the body has no other end than that of"
              + " the connection, and the server ends it without close_notify, so that Reprise takes"
              + " every response for one that was cut short. Nothing can tell the two apart then;"
              + " better ask the provider (below). Java: requireCloseNotify(false).");
    }
    if (ending.isByServer()
        && ending.millis() > DEFAULTS.closeTimeout().toMillis()
        && ending.millis() <= LONGEST_CLOSE_WAIT_MILLIS) {
      advice.add(
          "closeTimeout of "
              + (int) (Math.ceil(ending.millis() * 1.5 / 10) * 10)
              + "ms, in Spring Boot by a TlsSettingsCustomizer, if you are short of local ports: the server closes "
              + Words.millis(ending.millis())
              + " after its response, and the default gives up after "
              + DEFAULTS.closeTimeout().toMillis()
              + " ms. Each call is held for that long, so leave it otherwise. Java: closeTimeout(...).");
    }
  }

  private void pool() {
    if (facts.imposesClose()) {
      return;
    }
    Matcher timeout = TIMEOUT.matcher(facts.keepAliveHeader == null ? "" : facts.keepAliveHeader);
    if (timeout.find() && Integer.parseInt(timeout.group(1)) <= EVICT_IDLE_SECONDS) {
      int seconds = Integer.parseInt(timeout.group(1));
      advice.add(
          "reprise.pool.max-idle-time="
              + Math.max(1, seconds - 1)
              + "s: the server closes idle connections after "
              + seconds
              + " s.");
    }
  }

  private void provider() {
    if ("TLSv1.3".equals(facts.version)) {
      advice.add(
          "reprise.ssl.provider=Conscrypt, with org.conscrypt:conscrypt-openjdk-uber on the class"
              + " path, if the CPU of your service is what counts: on TLS 1.3 it saves the most,"
              + " and stock HttpClient over it is nearly as fast as Reprise. Java: provider(Conscrypt.newProvider()).");
    }
  }
}
