package dev.reprise.spring.http;

import static io.netty.channel.ChannelOption.CONNECT_TIMEOUT_MILLIS;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.ReactorClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder;
import org.springframework.http.client.ClientHttpRequestFactory;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;

/**
 * Boot's builders of Reactor Netty. They are customized last, and TLS that is set by then, be it a
 * bundle's or the application's, stays.
 */
final class ReactorBuilders {

  private ReactorBuilders() {}

  /** The builder, customized if it is one of these. */
  static Object customize(Object builder, BuilderTls tls) {
    if (builder instanceof ReactorClientHttpRequestFactoryBuilder) {
      return ((ReactorClientHttpRequestFactoryBuilder) builder)
          .withHttpClientCustomizer(client -> secured(client, tls));
    }
    return Reactive.isOne(builder) ? Reactive.customize(builder, tls) : builder;
  }

  /**
   * By the builder given, if it is one of these; it may be null. What it is customized by wins over
   * all but the context and what is set under {@code reprise}.
   */
  static ClientHttpRequestFactory requestFactory(
      Object given, SSLContext context, ClientParts parts) {
    ReactorClientHttpRequestFactoryBuilder builder =
        given instanceof ReactorClientHttpRequestFactoryBuilder
            ? (ReactorClientHttpRequestFactoryBuilder) given
            : ClientHttpRequestFactoryBuilder.reactor();
    return BuilderSettings.build(
        builder.withHttpClientCustomizer(
            client -> {
              HttpClient made = over(client, context);
              if (parts.isOfReprise("timeouts.connect")
                  || !client.configuration().options().containsKey(CONNECT_TIMEOUT_MILLIS)) {
                made = made.option(CONNECT_TIMEOUT_MILLIS, (int) parts.connectTimeout().toMillis());
              }
              if (parts.isOfReprise("timeouts.read")
                  || client.configuration().responseTimeout() == null) {
                made = made.responseTimeout(parts.readTimeout());
              }
              return parts.isOfReprise("redirects") && !parts.redirects()
                  ? made.followRedirect(false)
                  : made;
            }),
        parts,
        false);
  }

  private static HttpClient secured(HttpClient client, BuilderTls tls) {
    // HTTP/2 has its protocols negotiated by a context of Reactor's, and keeps its connections.
    boolean http1 =
        Arrays.equals(client.configuration().protocols(), new HttpProtocol[] {HttpProtocol.HTTP11});
    SSLContext context =
        http1 && client.configuration().sslProvider() == null && namesSchemes(client)
            ? tls.context(null, BuilderTls.Library.REACTOR)
            : null;
    return context == null ? client : over(client, context);
  }

  /**
   * Not one that the application gave the address to call: TLS of its own makes https Reactor's
   * scheme for requests that name none.
   */
  private static boolean namesSchemes(HttpClient client) {
    String base = client.configuration().baseUrl();
    Class<?> stock = HttpClient.create().configuration().remoteAddress().getClass();
    return (base == null || base.contains("://"))
        && client.configuration().remoteAddress().getClass() == stock;
  }

  private static HttpClient over(HttpClient client, SSLContext context) {
    JdkSslContext netty =
        new JdkSslContext(
            context,
            true,
            null,
            IdentityCipherSuiteFilter.INSTANCE,
            null,
            ClientAuth.NONE,
            null,
            false);
    return client.secure(spec -> spec.sslContext(netty));
  }

  /** From Boot 3.5; loaded only where it is. */
  private static final class Reactive {

    private static final String BUILDER =
        "org.springframework.boot.http.client.reactive.ReactorClientHttpConnectorBuilder";

    static boolean isOne(Object builder) {
      return builder.getClass().getName().equals(BUILDER);
    }

    static Object customize(Object builder, BuilderTls tls) {
      return ((ReactorClientHttpConnectorBuilder) builder)
          .withHttpClientCustomizer(client -> secured(client, tls));
    }
  }
}
