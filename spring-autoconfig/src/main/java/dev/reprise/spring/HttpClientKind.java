package dev.reprise.spring;

import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.BeanDefinition;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** What Reprise's beans call through: the values of {@code reprise.http-client}. */
public enum HttpClientKind {
  /**
   * What Boot is told to take; else HttpClient 5 (from Boot 3.4 on) or 4.5, whichever is there;
   * else Boot's choice.
   */
  AUTO(""),
  /** Apache HttpClient 4.5; Boot's own builders are left as they are. */
  HTTPCLIENT4(
      "org.apache.httpcomponents:httpclient 4.5.14",
      "org.apache.http.impl.client.CloseableHttpClient"),
  /** Apache HttpClient 5.4 or later. */
  HTTPCLIENT5(
      "org.apache.httpcomponents.client5:httpclient5 5.4 or later",
      "org.apache.hc.client5.http.ssl.TlsSocketStrategy",
      "org.apache.hc.client5.http.impl.classic.HttpClients"),
  /** Reactor Netty. */
  REACTOR("io.projectreactor.netty:reactor-netty-http", "reactor.netty.http.client.HttpClient"),
  /** The JDK's java.net.http. */
  JDK("the module java.net.http", "java.net.http.HttpClient"),
  /** Nothing: there are sockets and contexts alone. */
  NONE("");

  private static final String PROPERTY = RepriseProperties.PREFIX + ".http-client";

  /** Boot's builders of request factories, from 3.4. */
  private static final String BUILDERS =
      "org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder";

  /** By Boot's values for them, in the order in which Boot itself looks for them. */
  private static final List<HttpClientKind> OF_BOOT = List.of(HTTPCLIENT5, REACTOR, JDK);

  /** Where it is to be had. */
  private final String library;

  private final List<String> needed;

  HttpClientKind(String library, String... needed) {
    this.library = library;
    this.needed = List.of(needed);
  }

  /** As it is set: {@link #AUTO} unless it is. Not null. */
  public static HttpClientKind given(Environment environment) {
    return Binder.get(environment).bind(PROPERTY, HttpClientKind.class).orElse(AUTO);
  }

  /** Whether Boot's own builders are to resume sessions too. */
  public static boolean servesBoot(Environment environment, ClassLoader loader) {
    HttpClientKind given = given(environment);
    return given != HTTPCLIENT4 && given != NONE && ClassUtils.isPresent(BUILDERS, loader);
  }

  /**
   * Whether Boot's own builders have the trust and keys under {@code reprise.tls}, and not what
   * Boot gives them: where the application has said so, or has no HttpClient 4.5 that could serve
   * Reprise's beans alone.
   */
  public static boolean lendsTls(Environment environment, ClassLoader loader) {
    return given(environment) != AUTO || !HTTPCLIENT4.isPresent(loader);
  }

  /**
   * What is in force. Never {@link #AUTO}.
   *
   * @throws RepriseConfigurationException if what is set cannot be had
   */
  public static HttpClientKind inForce(ListableBeanFactory beans, Environment environment) {
    ClassLoader loader = HttpClientKind.class.getClassLoader();
    if (beans instanceof ConfigurableListableBeanFactory) {
      loader = ((ConfigurableListableBeanFactory) beans).getBeanClassLoader();
    }
    HttpClientKind given = given(environment);
    if (given != AUTO) {
      return given.required(loader);
    }
    HttpClientKind four = HTTPCLIENT4.isPresent(loader) ? HTTPCLIENT4 : null;
    if (!ClassUtils.isPresent(BUILDERS, loader)) {
      return Objects.requireNonNullElse(four, NONE);
    }
    if (four != null && isCustomized(beans, environment)) {
      return four;
    }
    String told = toldToBoot(environment);
    for (HttpClientKind kind : OF_BOOT) {
      if (told == null ? kind == HTTPCLIENT5 || four == null : kind.valueOfBoot().equals(told)) {
        if (kind.isPresent(loader)) {
          return kind;
        }
      }
    }
    return Objects.requireNonNullElse(four, JDK);
  }

  private HttpClientKind required(ClassLoader loader) {
    boolean boot = OF_BOOT.contains(this);
    if (boot && !ClassUtils.isPresent(BUILDERS, loader)) {
      throw new RepriseConfigurationException(
          PROPERTY,
          "it is " + spelled() + ", and Boot has no builder of its HTTP clients here",
          "Use Spring Boot 3.4 or later, in Boot 4 with spring-boot-starter-restclient or another"
              + " that brings spring-boot-http-client, or leave the property out");
    }
    if (!isPresent(loader)) {
      throw new RepriseConfigurationException(
          PROPERTY,
          "it is " + spelled() + ", and " + needed.get(0) + " is not on the class path",
          "Add " + library + " to the application, or leave the property out");
    }
    return this;
  }

  private boolean isPresent(ClassLoader loader) {
    return needed.stream().allMatch(type -> ClassUtils.isPresent(type, loader));
  }

  /** As it is written in properties. */
  public String spelled() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** What {@code spring.http.client.factory} calls it. */
  String valueOfBoot() {
    return this == HTTPCLIENT5 ? "httpcomponents" : spelled();
  }

  private static String toldToBoot(Environment environment) {
    return Stream.of("spring.http.clients.imperative.factory", "spring.http.client.factory")
        .map(name -> Binder.get(environment).bind(name, String.class).orElse(null))
        .filter(Objects::nonNull)
        .map(value -> value.toLowerCase(Locale.ROOT).replaceAll("[^a-z]", ""))
        // Others, such as simple and jetty, are none that Reprise could call through.
        .filter(value -> OF_BOOT.stream().anyMatch(kind -> kind.valueOfBoot().equals(value)))
        .findFirst()
        .orElse(null);
  }

  /**
   * Whether the application has beans that are about HttpClient 4.5, which would be passed over.
   */
  private static boolean isCustomized(ListableBeanFactory beans, Environment environment) {
    return beans.getBeanNamesForType(HttpClientCustomizer.class, true, false).length > 0
        || ClientNames.all(environment).stream()
            .flatMap(
                each ->
                    Stream.of(ClientNames.HTTP_CLIENT, ClientNames.MANAGER)
                        .map(kind -> ClientNames.bean(each, kind)))
            .anyMatch(name -> isOfApplication(beans, name));
  }

  private static boolean isOfApplication(ListableBeanFactory beans, String name) {
    if (!beans.containsBeanDefinition(name)) {
      return false;
    }
    BeanDefinition definition = ((ConfigurableListableBeanFactory) beans).getBeanDefinition(name);
    String maker = definition.getFactoryBeanName();
    return maker == null || !(maker.startsWith("dev.reprise.") || maker.startsWith("reprise"));
  }
}
