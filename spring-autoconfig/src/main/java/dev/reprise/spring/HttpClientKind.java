package dev.reprise.spring;

import java.util.List;
import java.util.Locale;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/** What Reprise's clients call through: the values of {@code reprise.http-client}. */
public enum HttpClientKind {
  /** HttpClient 5 (from Boot 3.4 on), else 4.5, whichever is there; else what Boot builds. */
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
  /** What Boot's builder builds, from Boot 3.4 on, such as java.net.http. */
  BOOT(""),
  /** Nothing: there are sockets and contexts alone. */
  NONE("");

  private static final String PROPERTY = RepriseProperties.PREFIX + ".http-client";

  /** Boot's builders of request factories, from 3.4. */
  private static final String BUILDERS =
      "org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder";

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
    return given != HTTPCLIENT4 && given != NONE && hasBuilders(loader);
  }

  /**
   * What is in force, by property and class path alone. Never {@link #AUTO}.
   *
   * @throws RepriseConfigurationException if what is set cannot be had
   */
  public static HttpClientKind inForce(Environment environment, ClassLoader loader) {
    HttpClientKind given = given(environment);
    if (given != AUTO) {
      return given.required(loader);
    }
    if (hasBuilders(loader) && HTTPCLIENT5.isPresent(loader)) {
      return HTTPCLIENT5;
    }
    return HTTPCLIENT4.isPresent(loader) ? HTTPCLIENT4 : hasBuilders(loader) ? BOOT : NONE;
  }

  private static boolean hasBuilders(ClassLoader loader) {
    return ClassUtils.isPresent(BUILDERS, loader);
  }

  private HttpClientKind required(ClassLoader loader) {
    if ((this == HTTPCLIENT5 || this == BOOT) && !hasBuilders(loader)) {
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
}
