package dev.reprise.probe.report;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.reprise.probe.measure.Facts;
import java.util.List;
import java.util.Map;

/** The facts, and what they mean. Immutable. */
public final class Report {

  @JsonProperty final int format = 3;
  @JsonUnwrapped @JsonProperty final Facts facts;
  @JsonProperty final Savings savings;
  @JsonProperty final List<String> summary;
  final Map<String, Map<String, String>> sections;
  @JsonProperty final List<String> settings;

  @JsonProperty("askProviderFor")
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
    summary = new Summary(facts, savings).sentences;
    sections = Findings.of(facts);
    settings = new SettingsAdvice(facts, rate, trust, certificate).sentences;
    requests = new ProviderAdvice(facts).sentences;
  }
}
