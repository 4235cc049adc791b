package dev.reprise.probe.report;

import dev.reprise.probe.measure.Ending;
import dev.reprise.probe.measure.Facts;
import dev.reprise.probe.measure.Sentences;
import dev.reprise.probe.measure.Texts;
import java.util.Locale;

/** What to ask the operator of the server for, in sentences that can be sent to them. */
final class ProviderAdvice extends Sentences {

  private final Facts facts;

  ProviderAdvice(Facts facts) {
    this.facts = facts;
    keepAlive();
    sessions();
    facts.addresses.stream()
        .filter(address -> address.problem != null)
        .findFirst()
        .ifPresent(address -> add("ask.dead-address", address.address));
    handshake();
    if (facts.ending.how != Ending.How.CLOSE_NOTIFY) {
      add("ask.end." + facts.ending.how);
    }
    if (sentences.isEmpty()) {
      add("ask.nothing");
    }
  }

  /** With a hint for the server's product, by its Server header; without if it is hidden. */
  private void addWithHint(String name) {
    String server = facts.serverHeader == null ? "" : facts.serverHeader.toLowerCase(Locale.ROOT);
    String hint =
        server.contains("nginx")
            ? Texts.of(name + ".nginx")
            : server.contains("apache") && !server.contains("coyote")
                ? Texts.of(name + ".apache")
                : "";
    sentences.add(Texts.of(name) + hint);
  }

  private void keepAlive() {
    if (facts.closesUnannounced || Boolean.FALSE.equals(facts.reused)) {
      add("ask.announce-close");
    } else if (facts.imposesClose()) {
      addWithHint("ask.keep-alive");
    }
  }

  private void sessions() {
    if (facts.oneAtATime.tried > 0 && !facts.resumes() && !facts.isTimelessTls12()) {
      addWithHint(facts.oneAtATime.offered == 0 ? "ask.tickets" : "ask.ticket-keys");
    }
    if (Boolean.FALSE.equals(facts.sessions12.extendedMasterSecret)) {
      add("ask.extended-master-secret");
    }
    if (facts.isTimelessTls12()) {
      add("ask.ticket-lifetime");
    }
  }

  private void handshake() {
    if ("TLSv1.2".equals(facts.version)) {
      add("ask.tls13");
    }
    if (!facts.copesWithHybrids()) {
      add("ask.hybrid");
    }
  }
}
