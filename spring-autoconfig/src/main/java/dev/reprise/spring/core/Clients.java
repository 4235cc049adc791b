package dev.reprise.spring.core;

import dev.reprise.spring.ClientListeners;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.spring.TlsSettingsCustomizer;
import dev.reprise.tls.Peer;
import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.Preparation;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsStatistics;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.boot.ssl.SslBundles;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ApplicationListener;
import org.springframework.util.Assert;

/**
 * All clients, and the parts of each that were made so far. Their TLS is loaded at the start, and
 * everything else at the first request for it. No bean is looked up while a lock is held.
 */
public final class Clients
    implements RepriseClients,
        SmartInitializingSingleton,
        ApplicationListener<ApplicationReadyEvent>,
        DisposableBean {

  private static final String SENDER = "org.springframework.ws.transport.WebServiceMessageSender";
  private static final Log LOG = LogFactory.getLog(Clients.class);

  private final Set<String> names;
  private final ApplicationContext context;
  private final Library library;
  private final Map<String, Client> clients = new ConcurrentHashMap<>();

  /** What the pool of a client tells, once it has been made. */
  private final Map<String, Supplier<Map<String, Integer>>> pools = new ConcurrentHashMap<>();

  /** By client and type; a part comes after those that it is made of. */
  private final Map<List<Object>, Object> parts = new LinkedHashMap<>();

  public Clients(ApplicationContext context) {
    this.names = PropertyNames.clients(context.getEnvironment());
    this.context = context;
    this.library = Library.of(context.getEnvironment(), context.getClassLoader());
  }

  /** A property that cannot be used stops the start, rather than the first call. */
  @Override
  public void afterSingletonsInstantiated() {
    for (String name : names) {
      get(name);
      ClientConfiguration configuration = configuration(name);
      configuration.warnOfTheJvm();
      if (name.equals(DEFAULT) && library == Library.NONE && Library.find(SENDER).isPresent()) {
        configuration.warnOfBootsSender();
      }
      configuration.warnOfPreparing(context.containsBean(LearningConfiguration.REQUESTS));
    }
  }

  /** If a server is down, its connection is left to the first call. */
  @Override
  public void onApplicationEvent(ApplicationReadyEvent event) {
    boolean prepares = false;
    for (String name : names) {
      for (URI uri : get(name).properties().getPreconnect().getAtStart()) {
        prepare(name, uri);
        prepares = true;
      }
    }
    if (prepares) {
      List<PartSource> sources = all(PartSource.class).collect(Collectors.toList());
      Thread thread = new Thread(() -> sources.forEach(this::runDry), "reprise-dry-run");
      thread.setDaemon(true);
      thread.start();
    }
  }

  /** A first call that loads classes is slow, not failed. */
  private void runDry(PartSource source) {
    try {
      source.runDry(library);
    } catch (Exception | Error e) {
      LOG.debug("The dry run before the first call has failed", e);
    }
  }

  private void prepare(String name, URI uri) {
    RepriseClient client = get(name);
    Peer peer = ClientConfiguration.peer(uri);
    client
        .prepare(uri)
        .thenAccept(
            result ->
                LOG.info(
                    String.format(
                        "Client %s: a connection to %s, prepared at the start: %s%s",
                        name,
                        peer,
                        result,
                        result == Preparation.FAILED ? why(client, peer) : "")));
  }

  private static String why(RepriseClient client, Peer peer) {
    return Optional.ofNullable(client.statistics().peers().get(peer))
        .flatMap(PeerStatistics::lastFailure)
        .map(last -> ", " + last.cause())
        .orElse("");
  }

  @Override
  public Set<String> names() {
    return names;
  }

  /** The HTTP library in force. */
  public Library library() {
    return library;
  }

  public static void requireKnown(String client, Set<String> names) {
    if (!names.contains(client)) {
      throw new RepriseConfigurationException(
          "client '" + client + "'",
          "no property names it; known clients: " + names,
          "Correct the name, or set a property for that client");
    }
  }

  @Override
  public <T> T get(String client, Class<T> type) {
    requireKnown(client, names);
    RepriseClient known = client(client);
    for (Object part : List.of(known, known.socketFactory(), known.statistics())) {
      if (type.isInstance(part)) {
        return type.cast(part);
      }
    }
    if (type.isAssignableFrom(ResumingSslContext.class)) {
      return type.cast(known.sslContext());
    }
    Map<Class<?>, PartSource.Maker> makers = new LinkedHashMap<>();
    all(PartSource.class).forEach(source -> source.makers(library).forEach(makers::putIfAbsent));
    for (Map.Entry<Class<?>, PartSource.Maker> each : makers.entrySet()) {
      if (type.isAssignableFrom(each.getKey())) {
        List<Object> key = List.of(client, each.getKey());
        synchronized (parts) {
          if (!parts.containsKey(key)) {
            parts.put(key, each.getValue().make(client, this));
          }
          return type.cast(parts.get(key));
        }
      }
    }
    throw new IllegalArgumentException(
        String.format(
            "The client '%s' has no %s; it has %s, and what RepriseClient has",
            client,
            type.getName(),
            makers.keySet().stream().map(Class::getName).sorted().collect(Collectors.toList())));
  }

  /** The client, if it has been made; null if not. */
  public RepriseClient made(String client) {
    return clients.get(client);
  }

  /**
   * Notes that a client's pool was made, with its figures by name, as the endpoint shows them. One
   * of a library that is not in force is not shown.
   */
  public void hasPool(String client, Library of, Supplier<Map<String, Integer>> figures) {
    if (of == library) {
      pools.put(client, figures);
    }
  }

  /** Figures of the pool of a client; null if none has been made. Makes nothing. */
  public Map<String, Integer> pool(String client) {
    return pools.getOrDefault(client, () -> null).get();
  }

  @Override
  public void destroy() {
    List<Object> made;
    synchronized (parts) {
      made = new ArrayList<>(parts.values());
    }
    Collections.reverse(made);
    for (Object part : made) {
      if (part instanceof AutoCloseable) {
        try {
          ((AutoCloseable) part).close();
        } catch (Exception e) {
          LOG.debug("A part of a client cannot be closed", e);
        }
      }
    }
    clients.values().forEach(Client::closePreconnections);
  }

  public ClientConfiguration configuration(String client) {
    return client(client).configuration;
  }

  private Client client(String client) {
    Client known = clients.get(client);
    if (known != null) {
      return known;
    }
    Assert.state(
        !Thread.holdsLock(clients),
        () -> "A TlsSettingsCustomizer asks for client " + client + ", which is not made yet");
    SslBundleLoader bundles =
        Library.find("org.springframework.boot.ssl.SslBundles")
            .map(type -> (Object) context.getBeanProvider(type).getIfAvailable())
            .map(each -> new SslBundleLoader((SslBundles) each))
            .orElse(null);
    TlsStatistics statistics =
        client.equals(DEFAULT) ? context.getBean(TlsStatistics.class) : new TlsStatistics();
    // The application's listeners hear every client; its statistics count the default one.
    List<TlsListener> listeners =
        Stream.of(
                all(TlsListener.class).filter(each -> !(each instanceof TlsStatistics)),
                Stream.of(statistics),
                all(ClientListeners.class).map(each -> each.of(client)).filter(Objects::nonNull))
            .flatMap(each -> each)
            .collect(Collectors.toList());
    List<TlsSettingsCustomizer> customizers =
        all(TlsSettingsCustomizer.class).collect(Collectors.toList());
    synchronized (clients) {
      return clients.computeIfAbsent(
          client,
          name ->
              new Client(
                  new ClientConfiguration(name, context.getEnvironment()).checked(),
                  context,
                  bundles,
                  statistics,
                  listeners,
                  customizers));
    }
  }

  private <T> Stream<T> all(Class<T> type) {
    return context.getBeanProvider(type).orderedStream();
  }
}
