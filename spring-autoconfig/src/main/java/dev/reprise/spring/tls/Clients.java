package dev.reprise.spring.tls;

import dev.reprise.spring.ClientListeners;
import dev.reprise.spring.ClientNames;
import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.RepriseProperties;
import dev.reprise.spring.TlsSettingsCustomizer;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.BeanFactoryUtils;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.core.io.ResourceLoader;

/** Makes the TLS parts of each client, once. Named clients' beans are made by its methods. */
final class Clients implements RepriseClients {

  private final RepriseProperties properties;
  private final Set<String> names;
  private final Environment environment;
  private final ResourceLoader resources;
  private final BeanFactory beans;
  private final FileWatcher watcher;
  private final Map<String, ClientConfiguration> configurations = new ConcurrentHashMap<>();
  private final Map<String, TlsSource> sources = new ConcurrentHashMap<>();
  private final Map<String, TlsStatistics> statistics = new ConcurrentHashMap<>();

  Clients(
      RepriseProperties properties,
      Environment environment,
      ResourceLoader resources,
      BeanFactory beans,
      FileWatcher watcher) {
    this.properties = properties;
    this.names = ClientNames.all(environment);
    this.environment = environment;
    this.resources = resources;
    this.beans = beans;
    this.watcher = watcher;
    UnknownProperties.warn(environment);
    // Boot's binder takes REPRISE_CLIENTS_PARCEL_SERVICE_… for a client "parcel" too.
    Map<String, ClientProperties> bound = new HashMap<>(properties.getClients());
    bound.keySet().retainAll(names);
    // It does not list variables with dots.
    for (String name : names) {
      if (!name.equals(ClientNames.DEFAULT)) {
        bound.computeIfAbsent(
            name,
            client ->
                Binder.get(environment)
                    .bindOrCreate(ClientNames.prefix(client), ClientProperties.class));
      }
    }
    properties.setClients(bound);
  }

  @Override
  public Set<String> names() {
    return names;
  }

  @Override
  public <T> T get(String client, Class<T> type) {
    Objects.requireNonNull(type, "type: null given");
    if (!names.contains(client)) {
      throw new IllegalArgumentException("There is no client '" + client + "'; there are " + names);
    }
    return ClientNames.beans(client).stream()
        .filter(bean -> beans.containsBean(bean) && beans.isTypeMatch(bean, type))
        .findFirst()
        .map(bean -> beans.getBean(bean, type))
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    String.format(
                        "The client '%s' has no bean of %s; it has %s",
                        client, type.getName(), typesOf(client))));
  }

  /** As they are declared, which is what one may ask for. */
  private Set<String> typesOf(String client) {
    ConfigurableListableBeanFactory definitions = (ConfigurableListableBeanFactory) beans;
    return ClientNames.beans(client).stream()
        .filter(definitions::containsBeanDefinition)
        .map(bean -> definitions.getMergedBeanDefinition(bean).getResolvableType().toClass())
        .map(Class::getName)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  ClientConfiguration configuration(String client) {
    return configurations.computeIfAbsent(
        client, name -> new ClientConfiguration(name, properties, environment));
  }

  TlsSource tls(String client) {
    if (!sources.containsKey(client)) {
      TlsSource made =
          new TlsSource(
              configuration(client),
              resources,
              beans.getBeanProvider(SslBundleLoader.class).getIfAvailable(),
              watcher,
              listenersOf(client),
              beans.getBeanProvider(TlsSettingsCustomizer.class),
              this::nameOf);
      sources.put(client, made);
    }
    return sources.get(client);
  }

  /** The application's listeners hear every client; its statistics count the default one. */
  private List<TlsListener> listenersOf(String client) {
    boolean named = !client.equals(ClientNames.DEFAULT);
    List<TlsListener> listeners = new ArrayList<>();
    all(TlsListener.class)
        .filter(each -> !(named && each instanceof TlsStatistics))
        .forEach(listeners::add);
    if (named) {
      listeners.add(statisticsOf(client));
    }
    all(ClientListeners.class).map(each -> each.of(client)).forEach(listeners::add);
    return listeners;
  }

  private String nameOf(TlsSettingsCustomizer customizer) {
    return BeanFactoryUtils.beansOfTypeIncludingAncestors(
            (ListableBeanFactory) beans, TlsSettingsCustomizer.class)
        .entrySet()
        .stream()
        .filter(each -> each.getValue() == customizer)
        .map(Map.Entry::getKey)
        .findFirst()
        .orElse(customizer.getClass().getName());
  }

  private <T> Stream<T> all(Class<T> type) {
    return beans.getBeanProvider(type).orderedStream();
  }

  private TlsStatistics statisticsOf(String client) {
    return client.equals(ClientNames.DEFAULT)
        ? beans.getBean(TlsStatistics.class)
        : statistics.computeIfAbsent(client, name -> new TlsStatistics());
  }

  ResumingSslSocketFactory socketFactory(String client) {
    TlsSource tls = tls(client);
    return tls.socketFactory(tls.settings());
  }

  RepriseClient client(String client, ResumingSslSocketFactory sockets) {
    return new Client(client, sockets);
  }

  private final class Client implements RepriseClient {

    private final String name;
    private final TlsStatistics statistics;
    private final ResumingSslSocketFactory sockets;
    private ResumingSslContext context;

    Client(String name, ResumingSslSocketFactory sockets) {
      this.name = name;
      this.statistics = statisticsOf(name);
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
    public String origin(String property) {
      return TlsSource.decides(property) && !isStock(property) && !isOfProperties()
          ? TLS_SETTINGS_BEAN
          : configuration(name).origin(property);
    }

    private boolean isOfProperties() {
      return tls(name).isLoaded(sockets.settings());
    }

    /** That counts beside a bean too. */
    private boolean isStock(String property) {
      return property.equals("tls.stock-sockets") && properties().getTls().getStockSockets();
    }

    @Override
    public ResumingSslSocketFactory socketFactory() {
      return sockets;
    }

    @Override
    public synchronized ResumingSslContext sslContext() {
      if (context == null) {
        context = new ResumingSslContext(sockets.settings());
        whenReloaded(context::reload);
      }
      return context;
    }

    @Override
    public TlsStatistics statistics() {
      return statistics;
    }

    @Override
    public void whenReloaded(Consumer<TlsSettings> use) {
      if (isOfProperties()) {
        tls(name).follow(use);
      }
    }
  }
}
