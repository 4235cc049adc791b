package dev.reprise.probe.recording;

import dev.reprise.probe.measure.Facts;
import dev.reprise.probe.measure.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Why calls to one server make new connections and full handshakes, in sentences. */
public final class Verdict {

  /** Of fewer connections nothing is said. */
  private static final int FEWEST = 4;

  public final Calls calls;
  public final List<String> sentences = new ArrayList<>();
  private final FlightRecording recording;
  private final Facts facts;

  /**
   * Looks at the calls to one server.
   *
   * @param facts what the probe found out about the server; null if it did not call it
   */
  public Verdict(FlightRecording recording, Calls calls, Facts facts) {
    this.recording = recording;
    this.calls = calls;
    this.facts = facts;
    if (calls.handshakes < FEWEST && !calls.isReused()) {
      add("rec.few", calls.handshakes);
      return;
    }
    connections();
    if (!isGood()) {
      handshakes();
    }
  }

  /** Whether nothing needs to be changed. */
  public boolean isGood() {
    return calls.handshakes < FEWEST || calls.isReused();
  }

  private void add(String name, Object... values) {
    sentences.add(Texts.of(name, values));
  }

  private boolean isMost(int count) {
    return 2 * count >= calls.handshakes;
  }

  /** In a resumed handshake it is not shown again. */
  private boolean showsCertificates() {
    return calls.clientCertificates > 0 && 2 * calls.clientCertificates >= calls.full;
  }

  private String at(Object place) {
    String at = calls.places.getOrDefault(place.toString(), "");
    return at.isEmpty() ? "" : Texts.of("rec.at", at);
  }

  private void connections() {
    Close close = calls.close();
    if (calls.isReused()) {
      add("rec.reused", calls.requests, calls.bySockets);
      return;
    }
    boolean newContexts = isMost(calls.newContexts);
    if (newContexts) {
      add("rec.new-context", calls.newContexts, calls.handshakes, at("SSLContext"));
    }
    if (calls.engines > 0 && isMost(recording.javaClients)) {
      add("rec.new-java-client", recording.javaClients, at("connection"));
    } else if (facts == null && !isMost(calls.bySockets)) {
      add(calls.engines > 0 ? "rec.engine" : "rec.no-sockets");
    } else if (isMost(calls.foundEnded)) {
      add("rec.found-ended", calls.foundEnded, calls.handshakes);
    } else if (close == null && facts != null && facts.imposesClose()) {
      add("rec.by-server", calls.handshakes, calls.handshakes);
    } else if (close == null) {
      if (!newContexts) {
        add(facts == null ? "rec.open" : "rec.open-kept");
      }
    } else if (close != Close.CACHE_TIMEOUT || !newContexts) {
      closed(close);
    }
  }

  private void closed(Close close) {
    int count = calls.closes.get(close);
    String name = "rec.close." + close;
    if (close == Close.RESPONSE) {
      if ("false".equals(recording.properties.get("http.keepAlive"))
          && calls.places.get("library").startsWith("sun.net.www")) {
        name = "rec.keep-alive-off";
      } else if (facts != null) {
        name = facts.imposesClose() ? "rec.by-server" : "rec.asked-for";
      }
    } else if (close == Close.LEASE && showsCertificates() && calls.mostOpen > calls.mostUnderWay) {
      name = "rec.state";
    } else if (close == Close.LEASE
        && calls.full > 0
        && calls.clientCertificates == 0
        && recording.servers().size() == 1) {
      name = "rec.expired";
    }
    add(name, count, calls.handshakes, at(close));
    if (calls.proxy != null) {
      add("rec.proxy", calls.proxy);
    }
  }

  private void handshakes() {
    int all = calls.handshakes;
    int full = calls.full;
    if (!recording.isFullKnown(calls)) {
      add("rec.full-unknown");
    } else if (calls.engines > 0 && calls.version.equals("TLSv1.2") && recording.java < 27) {
      add("rec.tls12", full);
    } else if (10 * (full - 1) <= all) {
      add("rec.resumes", all - full, all);
    } else {
      add("rec.full", full, all, perHour());
      if (!isMost(calls.newContexts)) {
        add(whyFull());
      }
    }
  }

  private String whyFull() {
    if (10 * calls.full < 9 * calls.handshakes) {
      boolean overlap = 5 * calls.fullAlone <= calls.full;
      if (!overlap || recording.java >= 24 || calls.version.equals("TLSv1.2")) {
        return "rec.some-full";
      }
      boolean resumes =
          facts == null ? calls.alone > 10 * calls.fullAlone && calls.alone > 2 : facts.resumes();
      return resumes ? "rec.single-ticket" : "rec.ticket-or-server";
    }
    if (facts != null) {
      return facts.resumes() ? "rec.client-forgets" : "rec.server-refuses";
    }
    return recording.enabled.contains("jdk.SecurityProviderService")
        ? "rec.all-full"
        : "rec.all-full-or-context";
  }

  private String perHour() {
    return String.format(Locale.ROOT, "%,.0f", calls.full * 3600 / Math.max(1, recording.seconds));
  }
}
