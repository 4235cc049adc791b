package dev.reprise.spring.tls;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.spring.TlsSettingsCustomizer;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.io.ResourceLoader;
import org.springframework.util.StringUtils;

/** Where the TLS settings of one client come from, at the start and when its bundle changes. */
final class TlsSource {

  private static final Log LOG = LogFactory.getLog(TlsSource.class);

  private final ClientConfiguration client;
  private final TlsSettingsFactory factory;
  private final List<TlsListener> listeners;
  private final ObjectProvider<TlsSettingsCustomizer> customizers;
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
      FileWatcher watcher,
      List<TlsListener> listeners,
      ObjectProvider<TlsSettingsCustomizer> customizers) {
    this.client = client;
    this.customizers = customizers;
    this.factory = new TlsSettingsFactory(client.name(), resources, bundles);
    this.listeners = listeners;
    this.first = load();
    this.current = first;
    ClientProperties.Tls tls = client.properties().getTls();
    if (StringUtils.hasText(tls.getBundle())) {
      bundles.whenChanged(
          tls.getBundle(), () -> reload("The SSL bundle '" + tls.getBundle() + "'"));
    } else if (tls.getReloadOnUpdate()) {
      watch(tls, new StoreLoader(resources), watcher);
    }
  }

  private void watch(ClientProperties.Tls tls, StoreLoader stores, FileWatcher watcher) {
    List<Path> files = new ArrayList<>(stores.files(tls.getTrustStore()));
    files.addAll(stores.files(tls.getKeyStore()));
    if (files.isEmpty()) {
      return;
    }
    try {
      watcher.watch(files, () -> reload("What is in " + files));
    } catch (IOException e) {
      throw new RepriseConfigurationException(
          client.prefix() + ".tls.reload-on-update",
          "the files " + files + " cannot be watched: " + e,
          "Mend that, or leave it out and restart the application when they change",
          e);
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

  /**
   * A factory with the settings given; if they are the loaded ones, it follows their changes, else
   * they are the application's own, to which the client's listeners are added.
   */
  ResumingSslSocketFactory socketFactory(TlsSettings settings) {
    if (isLoaded(settings)) {
      ResumingSslSocketFactory sockets = new ResumingSslSocketFactory(settings);
      follow(sockets::reload);
      return sockets;
    }
    TlsSettings.Builder own = settings.toBuilder().name(client.name());
    listeners.stream()
        .filter(listener -> !settings.listeners().contains(listener))
        .forEach(own::addListener);
    if (client.properties().getTls().getStockSockets()) {
      own.stockSockets(true);
    }
    return new ResumingSslSocketFactory(own.build());
  }

  /**
   * Gives new settings to {@code use} whenever the client's SSL bundle or files change; now, if it
   * has since the start.
   */
  synchronized void follow(Consumer<TlsSettings> use) {
    uses.add(use);
    if (current != first) {
      use.accept(current);
    }
  }

  private synchronized void reload(String what) {
    try {
      current = load();
      uses.forEach(use -> use.accept(current));
      LOG.info(what + " has changed; client " + client.name() + " uses it now");
    } catch (RepriseConfigurationException e) {
      LOG.error(
          what
              + " has changed and cannot be used; client "
              + client.name()
              + " stays with the former one. "
              + e.getMessage());
    }
  }

  private TlsSettings load() {
    return factory.create(
        client.properties(),
        builder -> {
          listeners.forEach(builder::addListener);
          customizers
              .orderedStream()
              .forEach(customizer -> customizer.customize(client.name(), builder));
        });
  }
}
