package dev.reprise.spring.builders;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLException;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslOptions;
import reactor.netty.http.HttpProtocol;
import reactor.netty.http.client.HttpClient;

/**
 * Boot's builders of Reactor Netty, which take no context from a bundle: it is set after the
 * application's customizers, unless one of them has set TLS.
 */
final class ReactorBuilders {

  private ReactorBuilders() {}

  /** The builder, which gets no bundle then; what it was to get may be null. */
  static Object resuming(Object builder, SslBundle resuming, SslBundle given) {
    UnaryOperator<HttpClient> secured = client -> secured(client, resuming, given);
    return BootBuilders.with(builder, "withHttpClientCustomizer", UnaryOperator.class, secured);
  }

  private static HttpClient secured(HttpClient client, SslBundle resuming, SslBundle given) {
    if (client.configuration().sslProvider() != null || (given == null && !namesSchemes(client))) {
      return client;
    }
    // HTTP/2 has its protocols negotiated by a context of Netty's, and keeps its connections.
    boolean http1 =
        Arrays.equals(client.configuration().protocols(), new HttpProtocol[] {HttpProtocol.HTTP11});
    return http1
        ? client.secure(spec -> spec.sslContext(netty(resuming)))
        : given == null ? client : client.secure(spec -> spec.sslContext(ofBoot(given)));
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

  private static SslContext netty(SslBundle resuming) {
    return new JdkSslContext(
        resuming.createSslContext(),
        true,
        null,
        IdentityCipherSuiteFilter.INSTANCE,
        null,
        ClientAuth.NONE,
        resuming.getOptions().getEnabledProtocols(),
        false);
  }

  /** What Boot makes of a bundle. */
  private static SslContext ofBoot(SslBundle bundle) {
    SslOptions options = bundle.getOptions();
    try {
      return SslContextBuilder.forClient()
          .keyManager(bundle.getManagers().getKeyManagerFactory())
          .trustManager(bundle.getManagers().getTrustManagerFactory())
          .ciphers(SslOptions.asSet(options.getCiphers()))
          .protocols(SslOptions.asSet(options.getEnabledProtocols()))
          .build();
    } catch (SSLException e) {
      throw new IllegalStateException("The SSL bundle cannot be used by Netty", e);
    }
  }
}
