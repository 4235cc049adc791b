package dev.reprise.spring.tls;

import dev.reprise.spring.RepriseConfigurationException;

/** Loads SSL bundles by name, where Boot has them (3.1 and later). */
interface BundleLoader {

  /**
   * The material of a bundle.
   *
   * @throws RepriseConfigurationException if there is no such bundle or it cannot be loaded
   */
  TlsMaterial load(String property, String bundle);

  /** Has {@code action} run whenever the bundle, which exists, has changed. */
  void whenChanged(String bundle, Runnable action);
}
