package dev.reprise.spring;

import dev.reprise.tls.TlsSettings;

/**
 * Changes the TLS settings of each client after the properties were applied. All beans of this type
 * are called in their order, and again when trust or keys are reloaded; from any thread.
 */
@FunctionalInterface
public interface TlsSettingsCustomizer {

  /** Changes the settings of a client; that of the plain properties is called {@code default}. */
  void customize(String client, TlsSettings.Builder settings);
}
