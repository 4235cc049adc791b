package dev.reprise.probe.report;

import dev.reprise.probe.measure.Facts;
import java.util.List;

/** The facts, and what they mean. Immutable. */
public final class Report {

  final Facts facts;
  final Savings savings;
  final List<String> summary;
  final List<Section> sections;
  final List<String> settings;
  final List<String> requests;

  /**
   * Makes a report of what was found out.
   *
   * @param rate calls per second of the user's service
   * @param trust whether trusted certificates were given
   * @param certificate whether a client certificate was given
   */
  public Report(Facts facts, double rate, boolean trust, boolean certificate) {
    this.facts = facts;
    savings = new Savings(facts, rate);
    summary = Summary.of(facts, savings);
    sections = Findings.of(facts);
    settings = SettingsAdvice.of(facts, rate, trust, certificate);
    requests = ProviderAdvice.of(facts);
  }
}
