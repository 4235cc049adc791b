package dev.reprise.spring.core;

import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.spring.RepriseProperties;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.core.env.Environment;
import org.springframework.util.ClassUtils;

/**
 * The HTTP library that Reprise's clients call through. Only the property and the class path decide
 * which.
 */
public enum Library {
  HTTPCLIENT4(
      "org.apache.httpcomponents:httpclient 4.5.14",
      "org.apache.http.impl.client.CloseableHttpClient"),
  HTTPCLIENT5(
      "org.apache.httpcomponents.client5:httpclient5 5.4 or later and Spring Boot 3.4 or later (in"
          + " Boot 4 spring-boot-starter-restclient)",
      Library.BUILDERS,
      "org.apache.hc.client5.http.ssl.TlsSocketStrategy",
      "org.apache.hc.client5.http.impl.classic.HttpClients"),
  /** No HTTP library: there are only sockets and contexts. */
  NONE("");

  private static final String PROPERTY = RepriseProperties.PREFIX + ".http-client";

  /** Boot's builders of request factories, from 3.4. */
  public static final String BUILDERS =
      "org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder";

  /** Spring's type of request factories, which an application without spring-web lacks. */
  public static final String REQUESTS = "org.springframework.http.client.ClientHttpRequestFactory";

  private final String artifact;
  private final List<String> needed;

  Library(String artifact, String... needed) {
    this.artifact = artifact;
    this.needed = List.of(needed);
  }

  public static Library of(Environment environment, ClassLoader loader) {
    RepriseProperties.HttpClient given = given(environment);
    if (given != RepriseProperties.HttpClient.AUTO) {
      Library wanted = valueOf(given.name());
      if (!wanted.isPresent(loader)) {
        throw new RepriseConfigurationException(
            PROPERTY,
            "it is "
                + given.name().toLowerCase(Locale.ROOT)
                + ", but that library or something it needs is not on the class path",
            "Add " + wanted.artifact + " to the application, or leave the property out");
      }
      return wanted;
    }
    return HTTPCLIENT5.isPresent(loader)
        ? HTTPCLIENT5
        : HTTPCLIENT4.isPresent(loader) ? HTTPCLIENT4 : NONE;
  }

  /** Returns the library that is set, in any spelling that Boot's binder takes. */
  public static RepriseProperties.HttpClient given(Environment environment) {
    return Binder.get(environment)
        .bind(PROPERTY, RepriseProperties.HttpClient.class)
        .orElse(RepriseProperties.HttpClient.AUTO);
  }

  public static Optional<Class<?>> find(String type) {
    ClassLoader loader = Library.class.getClassLoader();
    return Optional.of(type)
        .filter(name -> ClassUtils.isPresent(name, loader))
        .map(name -> ClassUtils.resolveClassName(name, loader));
  }

  private boolean isPresent(ClassLoader loader) {
    return needed.stream().allMatch(type -> ClassUtils.isPresent(type, loader));
  }

  /** Whether nobody has installed another default context. */
  public static boolean defaultIsOfJdk() {
    try {
      return SSLContext.getDefault().getProtocol().equals("Default");
    } catch (GeneralSecurityException e) {
      // What is wrong with it the client that uses it will tell.
      return false;
    }
  }
}
