package dev.reprise.spring.tls;

import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.StringUtils;

/** Where the TLS settings of one client come from, at the start and when its bundle changes. */
final class TlsSource {

  private static final Log LOG = LogFactory.getLog(TlsSource.class);

  private final ClientConfiguration client;
  private final TlsSettingsFactory factory;
  private final List<TlsListener> listeners;
  private final List<Consumer<TlsSettings>> uses = new ArrayList<>();
  private final TlsSettings first;
  private TlsSettings current;

  /**
   * A source, which loads trust and keys at once.
   *
   * @param bundles null where there are no SSL bundles
   */
  TlsSource(
      ClientConfiguration client,
      ResourceLoader resources,
      BundleLoader bundles,
      List<TlsListener> listeners) {
    this.client = client;
    this.factory = new TlsSettingsFactory(client.name(), resources, bundles);
    this.listeners = listeners;
    this.first = load();
    this.current = first;
    String bundle = client.properties().getTls().getBundle();
    if (StringUtils.hasText(bundle)) {
      bundles.whenChanged(bundle, () -> reload(bundle));
    }
  }

  /** The settings that were loaded at the start. */
  TlsSettings settings() {
    return first;
  }

  /** Whether these settings are what was loaded, at the start or since. */
  synchronized boolean isLoaded(TlsSettings settings) {
    return settings == first || settings == current;
  }

  /** A factory with the settings given; if they are the loaded ones, it follows their changes. */
  ResumingSslSocketFactory socketFactory(TlsSettings settings) {
    ResumingSslSocketFactory sockets = new ResumingSslSocketFactory(settings);
    if (isLoaded(settings)) {
      follow(sockets::reload);
    }
    return sockets;
  }

  /**
   * Gives new settings to {@code use} whenever the client's SSL bundle changes; now, if it has
   * since the start.
   */
  synchronized void follow(Consumer<TlsSettings> use) {
    uses.add(use);
    if (current != first) {
      use.accept(current);
    }
  }

  private synchronized void reload(String bundle) {
    try {
      current = load();
      uses.forEach(use -> use.accept(current));
      LOG.info(
          "The SSL bundle '" + bundle + "' has changed; client " + client.name() + " uses it now");
    } catch (RepriseConfigurationException e) {
      LOG.error(
          "The SSL bundle '"
              + bundle
              + "' has changed and cannot be used; client "
              + client.name()
              + " stays with the former one. "
              + e.getMessage());
    }
  }

  private TlsSettings load() {
    return factory.create(client.properties(), listeners.stream());
  }
}
