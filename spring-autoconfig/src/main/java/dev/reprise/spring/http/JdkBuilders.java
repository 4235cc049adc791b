package dev.reprise.spring.http;

import dev.reprise.spring.ClientProperties;
import dev.reprise.tls.ResumingSslContext;
import java.net.CookieManager;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.http.HttpClient;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import javax.net.ssl.SSLContext;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.JdkClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.JdkClientHttpConnectorBuilder;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.util.ReflectionUtils;

/**
 * Boot's builders of java.net.http. They are customized last, and a context that is set by then, be
 * it a bundle's or the application's, stays.
 */
final class JdkBuilders {

  private static final ThreadGroup LOOKING = new ThreadGroup(topGroup(), "reprise-look");

  private JdkBuilders() {}

  /** The builder, customized if it is one of these. */
  static Object customize(Object builder, BuilderTls tls) {
    if (builder instanceof JdkClientHttpRequestFactoryBuilder) {
      return ((JdkClientHttpRequestFactoryBuilder) builder)
          .withHttpClientCustomizer(client -> secure(client, tls));
    }
    return Reactive.isOne(builder) ? Reactive.customize(builder, tls) : builder;
  }

  /**
   * By the builder given, if it is one of these; it may be null. What it is customized by wins over
   * all but the context and what is set under {@code reprise}.
   */
  static ClientHttpRequestFactory requestFactory(
      Object given, SSLContext context, ClientParts parts) {
    JdkClientHttpRequestFactoryBuilder builder =
        given instanceof JdkClientHttpRequestFactoryBuilder
            ? (JdkClientHttpRequestFactoryBuilder) given
            : ClientHttpRequestFactoryBuilder.jdk();
    ClientProperties.Proxy proxy = parts.proxy();
    return BuilderSettings.build(
        builder
            .withHttpClientCustomizer(
                client -> {
                  client.sslContext(context);
                  if (parts.isOfReprise("timeouts.connect")) {
                    client.connectTimeout(parts.connectTimeout());
                  }
                  if (parts.isOfReprise("redirects") && !parts.redirects()) {
                    client.followRedirects(HttpClient.Redirect.NEVER);
                  }
                  if (parts.isOfReprise("cookies") && parts.cookies()) {
                    client.cookieHandler(new CookieManager());
                  }
                  if (proxy != null) {
                    client.proxy(
                        ProxySelector.of(new InetSocketAddress(proxy.getHost(), proxy.getPort())));
                  }
                })
            .withCustomizer(
                factory -> {
                  if (parts.isOfReprise("timeouts.read")) {
                    factory.setReadTimeout(parts.readTimeout());
                  }
                }),
        parts,
        true);
  }

  private static void secure(HttpClient.Builder client, BuilderTls tls) {
    ResumingSslContext context = tls.insteadOf(contextOf(client), BuilderTls.Library.JDK);
    if (context != null) {
      client.sslContext(context);
    }
  }

  /** Its builder does not tell; what it builds does. */
  private static SSLContext contextOf(HttpClient.Builder client) {
    if (AutoCloseable.class.isAssignableFrom(HttpClient.class)) {
      HttpClient built = client.build();
      closeQuietly(built);
      return built.sslContext();
    }
    return contextOfUnclosed(client);
  }

  /**
   * Before JDK 21 it cannot be closed, and its thread lasts until it is collected, or interrupted.
   * It is of the group of the thread that has built it.
   */
  private static synchronized SSLContext contextOfUnclosed(HttpClient.Builder client) {
    FutureTask<HttpClient> build = new FutureTask<>(client::build);
    new Thread(LOOKING, build, LOOKING.getName()).start();
    try {
      return uninterrupted(build).sslContext();
    } finally {
      LOOKING.interrupt();
    }
  }

  private static ThreadGroup topGroup() {
    ThreadGroup group = Thread.currentThread().getThreadGroup();
    while (group.getParent() != null) {
      group = group.getParent();
    }
    return group;
  }

  private static HttpClient uninterrupted(FutureTask<HttpClient> build) {
    boolean interrupted = false;
    try {
      while (true) {
        try {
          return build.get();
        } catch (InterruptedException e) {
          interrupted = true;
        } catch (ExecutionException e) {
          ReflectionUtils.rethrowRuntimeException(e.getCause());
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private static void closeQuietly(HttpClient client) {
    if (client instanceof AutoCloseable) {
      try {
        ((AutoCloseable) client).close();
      } catch (Exception e) {
        // It was never used.
      }
    }
  }

  /** From Boot 3.5; loaded only where it is. */
  private static final class Reactive {

    private static final String BUILDER =
        "org.springframework.boot.http.client.reactive.JdkClientHttpConnectorBuilder";

    static boolean isOne(Object builder) {
      return builder.getClass().getName().equals(BUILDER);
    }

    static Object customize(Object builder, BuilderTls tls) {
      return ((JdkClientHttpConnectorBuilder) builder)
          .withHttpClientCustomizer(client -> secure(client, tls));
    }
  }
}
