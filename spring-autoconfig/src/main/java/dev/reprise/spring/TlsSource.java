package dev.reprise.spring;

import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
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
  private final BundleLoader bundles;
  private final List<TlsListener> listeners;
  private final List<Consumer<TlsSettings>> uses = new CopyOnWriteArrayList<>();
  private final TlsSettings first;

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
    this.factory = new TlsSettingsFactory(client.prefix(), resources, bundles);
    this.bundles = bundles;
    this.listeners = listeners;
    this.first = load();
  }

  /** The settings that were loaded at the start. */
  TlsSettings settings() {
    return first;
  }

  /** A factory with the settings given; if they are the loaded ones, it follows their changes. */
  ResumingSslSocketFactory socketFactory(TlsSettings settings) {
    ResumingSslSocketFactory sockets = new ResumingSslSocketFactory(settings);
    if (settings == first) {
      whenChanged(sockets::reload);
    }
    return sockets;
  }

  /** From now on, gives new settings to {@code use} whenever the client's SSL bundle changes. */
  synchronized void whenChanged(Consumer<TlsSettings> use) {
    String bundle = client.properties().getTls().getBundle();
    if (StringUtils.hasText(bundle)) {
      if (uses.isEmpty()) {
        bundles.whenChanged(bundle, () -> reload(bundle));
      }
      uses.add(use);
    }
  }

  private void reload(String bundle) {
    try {
      TlsSettings changed = load();
      uses.forEach(use -> use.accept(changed));
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
