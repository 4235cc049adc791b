package dev.reprise.probe.report;

import dev.reprise.probe.measure.Facts;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What one would tell a colleague in a few sentences. */
final class Summary {

  private static final int FIRST_JAVA_WITH_SEVERAL_TICKETS = 24;

  private final Facts facts;
  private final Savings savings;
  private final List<String> sentences = new ArrayList<>();

  private Summary(Facts facts, Savings savings) {
    this.facts = facts;
    this.savings = savings;
  }

  static List<String> of(Facts facts, Savings savings) {
    Summary summary = new Summary(facts, savings);
    summary.connections();
    summary.resumption();
    summary.savings();
    return summary.sentences;
  }

  private void connections() {
    if (facts.closesUnannounced) {
      sentences.add(
          "The server closes the connection after each response, and does not say so beforehand:"
              + " each call needs a new connection and a TLS handshake, and a client with a pool"
              + " may send a call into a closed connection.");
    } else if (facts.imposesClose() && !facts.ending.isByServer()) {
      sentences.add(
          "The server announces that it closes the connection after each response, and then leaves"
              + " the closing to the client: each call needs a new connection and a TLS handshake.");
    } else if (facts.imposesClose()) {
      sentences.add(
          "The server closes the connection after each response, so that each call needs a new"
              + " connection and a TLS handshake.");
    } else {
      sentences.add(
          "The server keeps connections alive. You do not need Reprise for these calls: see that your"
              + " client keeps connections in a pool, reads each body to its end, and leaves them"
              + " idle for less than the server's keep-alive. What follows counts where connections"
              + " are new all the same: after idle times, or in bursts.");
    }
  }

  private void resumption() {
    Facts.Resumption one = facts.oneAtATime;
    if (one.tried == 0) {
      sentences.add("Whether it resumes TLS sessions was not found out.");
    } else if (facts.resumes()) {
      sentences.add("It resumes TLS sessions, so that most handshakes can be short ones.");
    } else if (one.resumed == 0 && "TLSv1.2".equals(facts.version) && facts.isTimelessTls12()) {
      sentences.add(
          "It gives out tickets and does not tell for how long they are good (a lifetime hint of 0);"
              + " Java's TLS discards such tickets, so that every handshake is a full one.");
    } else if (one.resumed == 0 && one.offered == 0) {
      sentences.add(
          "It gives its callers nothing to resume a TLS session with: every handshake is a full"
              + " one, with any client.");
    } else if (one.resumed == 0) {
      sentences.add(
          "It gives out sessions to resume, and refused each of them when it was offered ("
              + one.offered
              + "): as do several servers behind one address that do not share ticket keys, or a"
              + " server that does not keep the sessions that it names.");
    } else {
      sentences.add(
          "It resumed "
              + one.resumed
              + " of "
              + one.tried
              + " sessions, one call at a time: as do several servers behind one address that do"
              + " not share ticket keys.");
    }
  }

  private void savings() {
    if (facts.stock.tried == 0 || facts.reprise.tried == 0) {
      return;
    }
    String measured =
        "Of "
            + facts.stock.tried
            + " calls, "
            + facts.atOnce
            + " at a time, stock Java "
            + javaFeature()
            + " resumed "
            + facts.stock.resumed
            + "; with Reprise it was "
            + facts.reprise.resumed
            + " of "
            + facts.reprise.tried
            + ".";
    sentences.add(measured);
    if (savings.avoided > 0) {
      if (facts.imposesClose()) {
        perDay();
      }
    } else if (facts.reprise.resumed == 0) {
      sentences.add(
          "Reprise cannot resume what the server does not take: it saves no handshake here until"
              + " the provider mends that (see below).");
    } else {
      sentences.add("Reprise saves no handshake here: " + whyNone());
    }
    if (facts.imposesClose() && savings.nothingToGain) {
      sentences.add(
          "It is not worth adding here, unless for a close that is bounded, or for HttpsURLConnection,"
              + " which starts no thread for each handshake then.");
    }
    if (withoutEndpointIdentification()) {
      sentences.add(
          "But that was measured as HttpsURLConnection does it. Apache HttpClient 4.5 and 5 on the"
              + " JDK's TLS resume nothing with a TLS 1.2 server that has no Extended Master Secret;"
              + " over Reprise HttpClient 4.5 does.");
    }
    if (savings.millisPerClose > 0) {
      sentences.add(
          "This server keeps the connection open after its response, so that closing it held stock"
              + " Java for "
              + Words.millis(Facts.median(facts.stock.closeMillis))
              + " (the read timeout, which is 2 s here; in a service it may be a minute), and"
              + " Reprise for "
              + Words.millis(Facts.median(facts.reprise.closeMillis))
              + ".");
    }
  }

  private void perDay() {
    String saved =
        "If your calls come in bursts like these, "
            + Words.number(savings.rate)
            + " a second on average (--rate), Reprise saves about "
            + Words.about(savings.handshakesPerDay())
            + " full handshakes a day";
    sentences.add(
        savings.handshakeMillisPerCall() > 0.05
            ? saved
                + ", and some "
                + Words.millis(savings.handshakeMillisPerCall())
                + " a call: "
                + Words.seconds(savings.handshakeMillisPerCall() * savings.rate * 86.4)
                + " a day over all of them."
            : saved + ".");
  }

  private String whyNone() {
    if (facts.stock.resumed < facts.stock.tried) {
      return "neither resumed more than the other.";
    }
    if ("TLSv1.2".equals(facts.version)) {
      return "in TLS 1.2 one session serves many calls at a time, which stock Java does well.";
    }
    return javaFeature() >= FIRST_JAVA_WITH_SEVERAL_TICKETS
        ? "this Java keeps several tickets, and so few calls do not use them up. With Java 11 to 23"
            + " about half of the calls that overlap would make full handshakes; run the probe"
            + " with the Java of your service."
        : "so few calls did not get into each other's way; more at a time would (--requests 60).";
  }

  private boolean withoutEndpointIdentification() {
    return "TLSv1.2".equals(facts.version)
        && Boolean.FALSE.equals(facts.sessions12.extendedMasterSecret)
        && facts.resumes();
  }

  private int javaFeature() {
    return Integer.parseInt(facts.java.toLowerCase(Locale.ROOT).split("[^0-9]", 2)[0]);
  }
}
