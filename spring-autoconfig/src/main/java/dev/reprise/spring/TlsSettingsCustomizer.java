package dev.reprise.spring;

import dev.reprise.tls.TlsSettings;

/**
 * Has the last word on the TLS settings of each client that come from properties. All beans of this
 * type are asked in their order, and again when trust or keys are loaded again; from any thread.
 */
@FunctionalInterface
public interface TlsSettingsCustomizer {

  /** Changes what the properties of {@code client} gave; {@code default} is the plain one. */
  void customize(String client, TlsSettings.Builder settings);
}
