package dev.reprise.probe.report;

import dev.reprise.probe.measure.Facts;
import dev.reprise.probe.measure.Sentences;
import dev.reprise.probe.measure.Texts;
import java.util.Locale;

/** What one would tell a colleague in a few sentences. */
final class Summary extends Sentences {

  private final Facts facts;
  private final Savings savings;

  Summary(Facts facts, Savings savings) {
    this.facts = facts;
    this.savings = savings;
    connections();
    resumption();
    if (facts.stock.tried > 0 && facts.reprise.tried > 0) {
      savings();
    }
  }

  private void connections() {
    if (facts.closesUnannounced) {
      add("short.closes-unannounced");
    } else if (facts.imposesClose()) {
      add(facts.ending.isByServer() ? "short.closes" : "short.leaves-the-close");
    } else {
      add("short.keeps-alive");
    }
  }

  private void resumption() {
    Facts.Resumption one = facts.oneAtATime;
    if (one.tried == 0) {
      add("short.resumption-unknown");
    } else if (facts.resumes()) {
      add("short.resumes");
    } else if (one.resumed == 0 && facts.isTimelessTls12()) {
      add("short.timeless-tickets");
    } else if (one.resumed == 0 && one.offered == 0) {
      add("short.no-sessions");
    } else if (one.resumed == 0) {
      add("short.refuses-sessions", one.offered);
    } else {
      add("short.resumes-some", one.resumed, one.tried);
    }
  }

  private void savings() {
    Facts.Resumption stock = facts.stock;
    Facts.Resumption reprise = facts.reprise;
    Object[] measured = {
      stock.tried, facts.atOnce, javaFeature(), stock.resumed, reprise.resumed, reprise.tried
    };
    add("short.measured", measured);
    if (savings.avoided > 0) {
      if (facts.imposesClose()) {
        perDay();
      }
    } else {
      add(reprise.resumed == 0 ? "short.saves-nothing-refused" : whyNone());
    }
    if (facts.imposesClose() && savings.nothingToGain) {
      add("short.not-worth-it");
    }
    if (Boolean.FALSE.equals(facts.sessions12.extendedMasterSecret) && facts.resumes()) {
      add("short.httpclient");
    }
  }

  private void perDay() {
    double millis = savings.handshakeMillisPerCall();
    String time =
        millis > 0.05
            ? Texts.of(
                "short.saves-time",
                Texts.millis(millis),
                Texts.seconds(millis * savings.rate * 86.4))
            : ".";
    sentences.add(
        Texts.of(
                "short.saves",
                Texts.number(savings.rate),
                Texts.about(savings.fullHandshakesPerDay()))
            + time);
  }

  private String whyNone() {
    if (facts.stock.resumed < facts.stock.tried) {
      return "short.saves-nothing";
    }
    if ("TLSv1.2".equals(facts.version)) {
      return "short.saves-nothing-tls12";
    }
    return javaFeature() < 24 ? "short.saves-nothing-few-calls" : "short.saves-nothing-java";
  }

  private int javaFeature() {
    return Integer.parseInt(facts.java.toLowerCase(Locale.ROOT).split("[^0-9]", 2)[0]);
  }
}
