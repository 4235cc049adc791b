package dev.reprise.spring.tls;

import dev.reprise.spring.ClientListeners;
import dev.reprise.spring.ClientNames;
import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseClient;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;

/** Makes the TLS parts of each client, once. Named clients' beans are made by its methods. */
final class Clients {

  private final Environment environment;
  private final ResourceLoader resources;
  private final ObjectProvider<BundleLoader> bundles;
  private final FileWatcher watcher;
  private final ObjectProvider<TlsListener> listeners;
  private final ObjectProvider<ClientListeners> clientListeners;
  private final Map<String, ClientConfiguration> configurations = new ConcurrentHashMap<>();
  private final Map<String, TlsSource> sources = new ConcurrentHashMap<>();
  private final Map<String, TlsStatistics> statistics = new ConcurrentHashMap<>();

  Clients(
      Environment environment,
      ResourceLoader resources,
      ObjectProvider<BundleLoader> bundles,
      FileWatcher watcher,
      ObjectProvider<TlsListener> listeners,
      ObjectProvider<ClientListeners> clientListeners) {
    this.environment = environment;
    this.resources = resources;
    this.bundles = bundles;
    this.watcher = watcher;
    this.listeners = listeners;
    this.clientListeners = clientListeners;
  }

  ClientConfiguration configuration(String client) {
    return configurations.computeIfAbsent(
        client, name -> ClientConfiguration.of(name, environment));
  }

  TlsSource tls(String client) {
    TlsSource known = sources.get(client);
    if (known == null) {
      known =
          new TlsSource(
              configuration(client),
              resources,
              bundles.getIfAvailable(),
              watcher,
              listenersOf(client));
      sources.put(client, known);
    }
    return known;
  }

  /** The application's listeners hear every client; its statistics count the default one. */
  private List<TlsListener> listenersOf(String client) {
    Predicate<TlsListener> statisticsOnly = TlsStatistics.class::isInstance;
    Stream<TlsListener> shared =
        client.equals(ClientNames.DEFAULT)
            ? listeners.orderedStream()
            : Stream.concat(
                listeners.orderedStream().filter(statisticsOnly.negate()),
                Stream.of(statisticsOf(client)));
    return Stream.concat(shared, clientListeners.orderedStream().map(each -> each.of(client)))
        .collect(Collectors.toUnmodifiableList());
  }

  private TlsStatistics statisticsOf(String client) {
    return statistics.computeIfAbsent(client, name -> new TlsStatistics());
  }

  ResumingSslSocketFactory socketFactory(String client) {
    TlsSource tls = tls(client);
    return tls.socketFactory(tls.settings());
  }

  RepriseClient client(String client, ResumingSslSocketFactory sockets) {
    return new Client(client, statisticsOf(client), sockets);
  }

  RepriseClient defaultClient(TlsStatistics counts, ResumingSslSocketFactory sockets) {
    return new Client(ClientNames.DEFAULT, counts, sockets);
  }

  private final class Client implements RepriseClient {

    private final String name;
    private final TlsStatistics statistics;
    private final ResumingSslSocketFactory sockets;

    Client(String name, TlsStatistics statistics, ResumingSslSocketFactory sockets) {
      this.name = name;
      this.statistics = statistics;
      this.sockets = sockets;
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public ClientProperties properties() {
      return configuration(name).properties();
    }

    @Override
    public ResumingSslSocketFactory socketFactory() {
      return sockets;
    }

    @Override
    public TlsStatistics statistics() {
      return statistics;
    }

    @Override
    public void whenReloaded(Consumer<TlsSettings> use) {
      TlsSource tls = tls(name);
      if (tls.isLoaded(sockets.settings())) {
        tls.follow(use);
      }
    }

    @Override
    public String toString() {
      return "RepriseClient[" + name + "]";
    }
  }
}
