package dev.reprise.spring.http;

import dev.reprise.spring.HttpClientKind;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.RepriseConfigurationException;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.core.Ordered;
import org.springframework.core.PriorityOrdered;
import org.springframework.core.env.Environment;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * What is made by way of Boot's builders, from 3.4: those that the application has resume sessions;
 * and for java.net.http and Reactor Netty they build the request factory of each client.
 */
final class BootClients {

  private static final Log LOG = LogFactory.getLog(BootClients.class);

  /** What connections of these two know nothing of. */
  private static final List<String> WITHOUT_EFFECT =
      List.of(
          "close-wait",
          "drain-limit",
          "require-close-notify",
          "pool.max-total",
          "pool.max-per-route",
          "pool.time-to-live",
          "pool.validate-after-inactivity",
          "pool.evict-idle-after",
          "timeouts.lease");

  private final HttpClientKind kind;
  private final BuilderTls tls;
  private final ObjectProvider<ClientHttpRequestFactoryBuilder<?>> builder;
  private final BeanFactory beans;
  private final Environment environment;
  private final Set<Object> served =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  BootClients(
      HttpClientKind kind,
      BuilderTls tls,
      ObjectProvider<ClientHttpRequestFactoryBuilder<?>> builder,
      BeanFactory beans,
      Environment environment) {
    this.kind = kind;
    this.tls = tls;
    this.builder = builder;
    this.beans = beans;
    this.environment = environment;
  }

  /** Has groups of HTTP service interfaces served by the client of their name, from Spring 7. */
  Object serviceGroups(RepriseClients clients) {
    return ServiceGroups.configurer(clients);
  }

  /** Whether what Boot has built calls through Reprise. */
  boolean isServed(Object requestFactory) {
    return served.contains(requestFactory);
  }

  /**
   * One of Boot's customizers of builders that the application's come after, those of the same
   * order too.
   */
  Object first(Class<?> type) {
    return customizer(type, PriorityOrdered.class, Ordered.HIGHEST_PRECEDENCE);
  }

  /** One of Boot's customizers of builders that comes after the application's. */
  Object last(Class<?> type) {
    return customizer(type, Ordered.class, Ordered.LOWEST_PRECEDENCE);
  }

  /** Boot has moved the types from package to package; they have one method. */
  private Object customizer(Class<?> type, Class<? extends Ordered> ordered, int order) {
    return Proxy.newProxyInstance(
        type.getClassLoader(),
        new Class<?>[] {type, ordered},
        (proxy, method, given) -> {
          switch (method.getName()) {
            case "customize":
              if (ordered == Ordered.class) {
                return customizeLast(given[0]);
              }
              Object resuming = customizeFirst(given[0]);
              return resuming == given[0] || isFirst(proxy, type) ? resuming : given[0];
            case "getOrder":
              return order;
            case "equals":
              return proxy == given[0];
            default:
              return ReflectionUtils.invokeMethod(method, this, given);
          }
        });
  }

  /** Else one of the application's has been before, whose TLS would not be told from Boot's. */
  private boolean isFirst(Object customizer, Class<?> type) {
    Object first = beans.getBeanProvider(type).orderedStream().findFirst().orElse(null);
    if (first != customizer) {
      LOG.info(
          String.format(
              "HttpClient 5 of Boot's builders is left as it is, since %s comes before what has it"
                  + " resume sessions, and may have given it TLS: give that an order that is not"
                  + " PriorityOrdered",
              first));
    }
    return first == customizer;
  }

  /** A builder of Boot's that nobody else customizes, in Boot 3.4. */
  Object customize(Object made) {
    return customizeLast(customizeFirst(made));
  }

  private Object customizeFirst(Object made) {
    return isPresent("org.apache.hc.client5.http.ssl.TlsSocketStrategy")
        ? noted(HttpClient5Builders.customize(made, tls), made)
        : made;
  }

  private Object customizeLast(Object made) {
    Object resuming = JdkBuilders.customize(made, tls);
    if (isPresent("reactor.netty.http.client.HttpClient")) {
      resuming = ReactorBuilders.customize(resuming, tls);
    }
    return noted(resuming, made);
  }

  private Object noted(Object resuming, Object made) {
    return resuming != made && resuming instanceof ClientHttpRequestFactoryBuilder
        ? ((ClientHttpRequestFactoryBuilder<?>) resuming).withCustomizer(served::add)
        : resuming;
  }

  /** A context that a bundle has made, which a builder may be given. */
  void made(SslBundle bundle, SSLContext context) {
    tls.made(bundle, context);
  }

  private static boolean isPresent(String type) {
    return ClassUtils.isPresent(type, BootClients.class.getClassLoader());
  }

  /** Of one client, over the library in force. */
  ClientHttpRequestFactory requestFactory(RepriseClient client) {
    ClientParts parts = new ClientParts(client, environment);
    String library = kind == HttpClientKind.JDK ? "java.net.http" : "Reactor Netty";
    List<String> ignored =
        Stream.concat(
                WITHOUT_EFFECT.stream(),
                kind == HttpClientKind.JDK ? Stream.empty() : Stream.of("cookies"))
            .filter(
                property ->
                    !List.of("default", RepriseClient.TLS_SETTINGS_BEAN)
                        .contains(client.origin(property)))
            .collect(Collectors.toList());
    if (!ignored.isEmpty()) {
      LOG.warn(
          String.format(
              "Client %s calls through %s, which these properties do not reach: %s",
              client.name(), library, ignored));
    }
    ClientHttpRequestFactoryBuilder<?> given = builder.getIfAvailable();
    return RepriseConfigurationException.naming(
        () -> {
          if (parts.proxy() != null && (kind != HttpClientKind.JDK || parts.hasProxyUser())) {
            throw parts.refused(
                "proxy.host",
                "the client calls through " + library + ", which cannot be given it",
                "Set reprise.http-client to httpclient5 or httpclient4, with that library on the"
                    + " class path, or configure the proxy on a client of your own");
          }
          return kind == HttpClientKind.JDK
              ? JdkBuilders.requestFactory(given, client.sslContext(), parts)
              : ReactorBuilders.requestFactory(given, client.sslContext(), parts);
        });
  }
}
