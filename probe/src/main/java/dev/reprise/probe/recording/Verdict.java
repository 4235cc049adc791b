package dev.reprise.probe.recording;

import dev.reprise.probe.measure.Facts;
import dev.reprise.probe.measure.Sentences;
import dev.reprise.probe.measure.Texts;

/** Why calls to one server make new connections and full handshakes, in sentences. */
public final class Verdict extends Sentences {

  /** Of fewer connections nothing is said. */
  private static final int FEWEST = 4;

  /** What a recording shows. */
  public enum Outcome {
    GOOD,
    BAD,
    UNKNOWN
  }

  public final Calls calls;

  /** What Reprise would save; null if that is not known. */
  public final Saving saving;

  private final FlightRecording recording;
  private final Facts facts;
  private boolean isForServer;

  /** Whether connections would be kept, were it not for the client. */
  private boolean isForClient;

  /** Whether the recording shows that the server resumes. */
  private boolean isResumed;

  /** Whether no cause is seen, nor how many requests there were: connections may be reused. */
  private boolean isUncounted;

  /**
   * Looks at the calls to one server.
   *
   * @param facts what the probe found out about the server; null if it did not call it
   */
  public Verdict(FlightRecording recording, Calls calls, Facts facts) {
    this.recording = recording;
    this.calls = calls;
    this.facts = facts;
    if (calls.isReused()) {
      add("rec.reused", calls.requests, calls.bySockets);
    } else if (isFew() && hidesResumed()) {
      add("rec.hidden", calls.full);
    } else if (isFew()) {
      add("rec.few", calls.handshakes);
    } else {
      connections();
      handshakes();
      if (!recording.enabled.contains("jdk.X509Validation")) {
        add("rec.command");
      }
      if (isForServer && facts == null) {
        add("rec.give-url");
      }
      if (isForClient) {
        add("rec.keep-first");
      }
    }
    saving = saving();
  }

  private Saving saving() {
    if (calls.isReused()) {
      return new Saving("rec.saves-nothing-reused");
    }
    if (isFew() || !recording.isFullKnown(calls)) {
      return null;
    }
    if (isMost(calls.newContexts)) {
      return new Saving("rec.saves-nothing-context");
    }
    if (facts != null && facts.oneAtATime.tried > 0 && facts.oneAtATime.resumed == 0) {
      return new Saving("rec.saves-nothing-refused");
    }
    return new Saving(recording, calls, facts == null ? isResumed : facts.resumes());
  }

  /** Whether something needs to be changed. */
  public Outcome outcome() {
    return calls.isReused() ? Outcome.GOOD : isFew() || isUncounted ? Outcome.UNKNOWN : Outcome.BAD;
  }

  private boolean isFew() {
    return calls.handshakes < FEWEST;
  }

  private boolean hidesResumed() {
    return calls.engines > 0 && calls.version.equals("TLSv1.2") && recording.java < 27;
  }

  /** Leaves open what a look at the server may tell. */
  private void open(String name, Object... values) {
    add(name, values);
    isForServer = true;
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
    if (calls.isMixed()) {
      add("rec.mixed", calls.requests, calls.bySockets, calls.once);
    }
    boolean newContexts = isMost(calls.newContexts);
    if (newContexts) {
      add("rec.new-context", calls.newContexts, calls.handshakes, at("SSLContext"));
    }
    if (calls.engines > 0 && isMost(recording.javaClients)) {
      add("rec.new-java-client", recording.javaClients, at("connection"));
      isForClient = true;
    } else if (facts == null && !isMost(calls.bySockets)) {
      open(calls.engines > 0 ? "rec.engine" : "rec.no-sockets");
      isUncounted = !newContexts;
    } else if (isMost(calls.foundEnded)) {
      add("rec.found-ended", calls.foundEnded, calls.handshakes);
    } else if (close == null && calls.readApart && calls.requests < calls.bySockets) {
      add("rec.uncounted");
      isUncounted = true;
    } else if (close == null && facts != null && facts.imposesClose()) {
      add("rec.by-server", calls.handshakes, calls.handshakes);
    } else if (close == null) {
      if (!newContexts) {
        open(facts == null ? "rec.open" : "rec.open-kept");
        isUncounted = calls.bySockets == 0;
      }
    } else if (close != Close.CACHE_TIMEOUT || !newContexts) {
      closed(close);
    }
  }

  private void closed(Close close) {
    int count = calls.closes.get(close);
    String name = "rec.close." + close;
    if (close == Close.RESPONSE && facts != null) {
      name = facts.imposesClose() ? "rec.by-server" : "rec.asked-for";
    } else if (close == Close.LEASE && showsCertificates() && calls.mostOpen > calls.mostUnderWay) {
      name = "rec.state";
    }
    add(name, count, calls.handshakes, at(close));
    isForServer |= name.equals("rec.close.RESPONSE");
    isForClient =
        (facts == null || !facts.imposesClose())
            && !name.matches("rec\\.(by-server|close\\.(RESPONSE|OTHER|ABORTED))");
    if (calls.proxy != null) {
      add("rec.proxy", calls.proxy);
    }
  }

  private void handshakes() {
    int all = calls.handshakes;
    int full = calls.full;
    if (!recording.isFullKnown(calls)) {
      add(recording.enabled.contains("jdk.X509Validation") ? "rec.no-anchor" : "rec.full-unknown");
    } else if (hidesResumed()) {
      add("rec.tls12", full);
    } else if (10 * (full - first()) <= all) {
      add("rec.resumes", all - full, all);
      isResumed = true;
    } else {
      add("rec.full", full, all, Texts.about(recording.perHour(full)));
      if (!isMost(calls.newContexts)) {
        String why = whyFull();
        add(why);
        isResumed = why.equals("rec.single-ticket");
        isForServer |= !isResumed;
        if (recording.contexts >= FEWEST) {
          add("rec.contexts", recording.contexts, recording.lastContextAt);
        }
      }
    }
  }

  /** Full ones that nothing could have spared. */
  private int first() {
    return 2 * calls.fullFirst < calls.handshakes ? Math.max(1, calls.fullFirst) : 1;
  }

  private String whyFull() {
    if (10 * calls.full < 9 * calls.handshakes) {
      boolean overlap = 5 * calls.fullAlone <= calls.full;
      if (!overlap || recording.java >= 24 || calls.version.equals("TLSv1.2")) {
        return "rec.some-full";
      }
      boolean resumes =
          facts == null ? calls.alone > 10 * calls.fullAlone && calls.alone > 2 : facts.resumes();
      return resumes && recording.contexts < FEWEST ? "rec.single-ticket" : "rec.ticket-or-server";
    }
    if (facts != null) {
      return facts.resumes() ? "rec.client-forgets" : "rec.server-refuses";
    }
    return recording.enabled.contains("jdk.SecurityProviderService")
        ? "rec.all-full"
        : "rec.all-full-or-context";
  }
}
