package dev.reprise.benchmarks;

import static dev.reprise.benchmarks.calls.Kind.AT_START;
import static dev.reprise.benchmarks.calls.Kind.BASELINE;
import static dev.reprise.benchmarks.calls.Kind.FIRST;
import static dev.reprise.benchmarks.calls.Kind.HTTPCLIENT4;
import static dev.reprise.benchmarks.calls.Kind.HTTPCLIENT4_RESTRICTED;
import static dev.reprise.benchmarks.calls.Kind.HTTPCLIENT5;
import static dev.reprise.benchmarks.calls.Kind.HTTPSURLCONNECTION;
import static dev.reprise.benchmarks.calls.Kind.JAVA_NET_HTTP;
import static dev.reprise.benchmarks.calls.Kind.KEEP_ALIVE;
import static dev.reprise.benchmarks.calls.Kind.LATER;
import static dev.reprise.benchmarks.calls.Kind.OKHTTP;
import static dev.reprise.benchmarks.calls.Kind.REPRISE_HTTPCLIENT4;
import static dev.reprise.benchmarks.calls.Kind.REPRISE_HTTPCLIENT5;
import static dev.reprise.benchmarks.calls.Kind.REPRISE_HTTPSURLCONNECTION;
import static dev.reprise.benchmarks.calls.Kind.REPRISE_PRECONNECT;
import static dev.reprise.benchmarks.calls.Kind.REPRISE_WEBSERVICETEMPLATE;
import static dev.reprise.benchmarks.calls.Kind.SIDECAR;
import static dev.reprise.benchmarks.calls.Kind.WEBSERVICETEMPLATE;

import dev.reprise.benchmarks.calls.Kind;
import dev.reprise.benchmarks.calls.Metric;
import dev.reprise.subject.CryptoProvider;
import java.util.List;
import java.util.Locale;

/**
 * What is compared, for how long, and which ratios must come out: all of it fixed before a run. A
 * bound is held against the median of the passes' ratios; nothing is measured a second time.
 */
enum Experiment {
  /** What is run if nothing is asked for. */
  COMPARE(
      "HTTPS clients against a server that answers Connection: close",
      Length.DEFAULT,
      List.of(HTTPSURLCONNECTION, HTTPCLIENT4, REPRISE_HTTPCLIENT4),
      List.of(HTTPCLIENT4, REPRISE_HTTPCLIENT4, REPRISE_PRECONNECT, KEEP_ALIVE),
      List.of()),
  QUICK(
      "The short form: counts of handshakes, threads and failed calls",
      Length.QUICK,
      List.of(HTTPSURLCONNECTION, HTTPCLIENT4, REPRISE_HTTPSURLCONNECTION, REPRISE_HTTPCLIENT4),
      List.of(HTTPCLIENT4, REPRISE_PRECONNECT),
      List.of()),
  ENDPOINT(
      "HTTPS clients against a server of one's own",
      Length.QUICK,
      List.of(),
      List.of(HTTPCLIENT4, REPRISE_HTTPCLIENT4),
      List.of()),
  CLIENTS(
      "Clients with and without Reprise",
      Length.LONG,
      List.of(
          HTTPSURLCONNECTION,
          HTTPCLIENT4,
          HTTPCLIENT5,
          JAVA_NET_HTTP,
          OKHTTP,
          WEBSERVICETEMPLATE,
          REPRISE_HTTPSURLCONNECTION,
          REPRISE_HTTPCLIENT4,
          REPRISE_HTTPCLIENT5,
          REPRISE_WEBSERVICETEMPLATE),
      List.of(),
      List.of(Bound.atLeast(1.4, REPRISE_HTTPCLIENT5, HTTPCLIENT5, "TLSv1.3", 17, 23))),
  RESTRICTED(
      "Beside HttpClient as its best user would set it up, and bare sockets",
      Length.LONG,
      List.of(HTTPCLIENT4, HTTPCLIENT4_RESTRICTED, REPRISE_HTTPCLIENT4, BASELINE),
      List.of(),
      List.of(
          Bound.atLeast(1.6, REPRISE_HTTPCLIENT4, HTTPCLIENT4_RESTRICTED, "TLSv1.3", 17, 23),
          Bound.atLeast(1.25, REPRISE_HTTPCLIENT4, HTTPCLIENT4_RESTRICTED, "TLSv1.3", 24, 99),
          Bound.atLeast(1.05, REPRISE_HTTPCLIENT4, HTTPCLIENT4_RESTRICTED, "TLSv1.2", 0, 99),
          new Bound(Metric.CPU, REPRISE_HTTPCLIENT4, BASELINE, 1 / 0.92, true, "TLSv1.3", 0, 99),
          new Bound(Metric.CPU, REPRISE_HTTPCLIENT4, BASELINE, 1 / 0.85, true, "TLSv1.2", 0, 99))),
  CONSCRYPT(
      "Beside HttpClient and bare sockets, all over Conscrypt",
      RESTRICTED.length,
      RESTRICTED.closed,
      List.of(),
      List.of(
          Bound.atLeast(1.05, REPRISE_HTTPCLIENT4, HTTPCLIENT4_RESTRICTED, "", 0, 99),
          new Bound(Metric.CPU, REPRISE_HTTPCLIENT4, BASELINE, 1 / 0.85, true, "", 0, 99))),
  PRECONNECT(
      "Connections made ahead, over a distance",
      Length.LONG,
      List.of(),
      List.of(HTTPCLIENT4, REPRISE_HTTPCLIENT4, REPRISE_PRECONNECT, KEEP_ALIVE),
      List.of(
          Bound.atMost(1.05, Metric.P50, REPRISE_PRECONNECT, KEEP_ALIVE),
          Bound.atMost(1.2, Metric.P99, REPRISE_PRECONNECT, KEEP_ALIVE))),
  PREPARE(
      "A call a minute, announced 50 ms before, over a distance",
      Length.RARE,
      List.of(),
      List.of(
          HTTPCLIENT4,
          REPRISE_HTTPCLIENT4,
          REPRISE_HTTPCLIENT5,
          REPRISE_HTTPSURLCONNECTION,
          KEEP_ALIVE),
      List.of(
          Bound.atMost(1.1, Metric.P50, REPRISE_HTTPCLIENT4, KEEP_ALIVE),
          Bound.atMost(1.1, Metric.P50, REPRISE_HTTPCLIENT5, KEEP_ALIVE),
          Bound.atMost(1.1, Metric.P50, REPRISE_HTTPSURLCONNECTION, KEEP_ALIVE))),
  LEARN(
      "A call that an application has learned to expect, and the first after its start",
      Length.LEARN,
      List.of(),
      List.of(HTTPCLIENT4, REPRISE_HTTPCLIENT4, KEEP_ALIVE),
      List.of(
          Bound.atMost(1.1, Metric.P50, REPRISE_HTTPCLIENT4, KEEP_ALIVE),
          Bound.atMost(1.5, Metric.P50, AT_START, LATER))),
  PROVIDERS(
      "Providers of TLS and cryptography, and a sidecar",
      Length.LONG,
      List.of(HTTPCLIENT4, HTTPCLIENT4_RESTRICTED, REPRISE_HTTPCLIENT4, BASELINE, SIDECAR),
      List.of(),
      List.of()),
  SCALING(
      "From one thread to 256",
      Length.LONG,
      List.of(HTTPCLIENT4, REPRISE_HTTPCLIENT4),
      List.of(),
      List.of());

  /** Of the paced loop, in milliseconds. */
  static final int ROUND_TRIP = 20;

  /** Of the paced loop: from a client's call to its next, in milliseconds, while it warms up. */
  static final int PACE = 100;

  /** Of an inbound request, before its handler calls, in milliseconds. */
  static final int QUERY = 50;

  /** Calls of an application that has just started, before later ones, and of these. */
  static final int CALLS_AFTER_START = 20;

  /** From one of these to the next, in milliseconds. */
  static final int PACE_AFTER_START = 250;

  /** How long a pass of them takes, with the starts of two JVMs. */
  static final int START_SECONDS = 24;

  /**
   * How long an experiment takes.
   *
   * @param warmUp seconds in which each fork of JMH warms up
   * @param pace from a client's call to its next in the paced loop, in milliseconds
   * @param pacedCalls calls of each client in the paced loop, after so many to warm up
   */
  record Length(
      int passes,
      int warmUp,
      int iterations,
      int iterationSeconds,
      int pacedWarmUp,
      int pacedCalls,
      int pace) {
    static final Length QUICK = new Length(1, 3, 2, 2, 40, 80, PACE);
    private static final Length DEFAULT = new Length(2, 17, 2, 2, 80, 150, PACE);
    private static final Length RARE = new Length(1, 0, 0, 0, 200, 10, 60_000);

    /** Demand by itself keeps a connection ready from a call in 4 s on, for 5 s at most. */
    private static final Length LEARN = new Length(5, 0, 0, 0, 200, 30, 6_000);

    static final Length LONG = new Length(5, 25, 4, 3, 200, 1200, PACE);

    int seconds() {
      return warmUp + iterations * iterationSeconds;
    }

    int pacedSeconds() {
      return (pacedWarmUp * PACE + pacedCalls * pace) / 1000;
    }
  }

  final String title;
  final Length length;
  final List<Kind> closed;
  final List<Kind> paced;
  final List<Bound> bounds;

  Experiment(String title, Length length, List<Kind> closed, List<Kind> paced, List<Bound> bounds) {
    this.title = title;
    this.length = length;
    this.closed = closed;
    this.paced = paced;
    this.bounds = bounds;
  }

  /** What is measured of applications that have just started. */
  List<Kind> starts() {
    return this == LEARN ? List.of(FIRST, AT_START, LATER) : List.of();
  }

  List<String> tls() {
    return length == Length.LONG && this != PRECONNECT && this != SCALING
        ? List.of("TLSv1.3", "TLSv1.2")
        : List.of("TLSv1.3");
  }

  List<CryptoProvider> providers() {
    return this == PROVIDERS
        ? List.of(CryptoProvider.values())
        : List.of(this == CONSCRYPT ? CryptoProvider.CONSCRYPT : CryptoProvider.JSSE);
  }

  List<Integer> threads() {
    return this == SCALING ? List.of(1, 4, 16, 64, 256) : List.of(16);
  }

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT);
  }
}
