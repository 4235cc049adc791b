package dev.reprise.spring.http;

import dev.reprise.httpclient5.CallProgress;
import dev.reprise.httpclient5.GracefulConnectionFactory;
import dev.reprise.httpclient5.ResumingTlsSocketStrategy;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.ResumingSslSocketFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Function;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.DefaultHostnameVerifier;
import org.apache.hc.client5.http.ssl.HttpsSupport;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.http.nio.ssl.TlsStrategy;
import org.apache.hc.core5.reactor.ssl.SSLBufferMode;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.util.ReflectionUtils;

/**
 * Boot's builders of HttpClient 5. They are customized first, so that a TLS strategy of the
 * application's takes the place of this one, be it by a factory of strategies or by the manager's
 * builder.
 */
final class HttpClient5Builders {

  private HttpClient5Builders() {}

  /** The builder, customized if it is one of these. */
  static Object customize(Object builder, BuilderTls tls) {
    if (builder instanceof HttpComponentsClientHttpRequestFactoryBuilder) {
      return classic((HttpComponentsClientHttpRequestFactoryBuilder) builder, tls);
    }
    return Reactive.isOne(builder) ? Reactive.customize(builder, tls) : builder;
  }

  private static Object classic(
      HttpComponentsClientHttpRequestFactoryBuilder builder, BuilderTls tls) {
    return withStrategies(builder, bundle -> strategy(bundle, tls))
        .withHttpClientCustomizer(
            client -> client.addExecInterceptorFirst("repriseProgress", new CallProgress()))
        .withConnectionManagerCustomizer(
            manager -> {
              if (isWithout("tlsSocketStrategy", TlsSocketStrategy.class, manager)) {
                manager.setTlsSocketStrategy(strategy(null, tls));
              }
              manager.setConnectionFactory(new GracefulConnectionFactory(tls.reloads()));
            });
  }

  /**
   * Whether the builder of a manager has no strategy by now. Boot asks the factory of strategies
   * for one without a bundle in some of its versions alone; and one that is there may be of the
   * application's own factory, and stays. HttpClient has no getter: where its field cannot be read,
   * the strategy stays too.
   */
  private static boolean isWithout(String field, Class<?> type, Object manager) {
    Field found = ReflectionUtils.findField(manager.getClass(), field, type);
    try {
      return found != null && found.trySetAccessible() && found.get(manager) == null;
    } catch (IllegalAccessException e) {
      return false;
    }
  }

  /** The parameter is a Function in Boot 3, and a type of its own in Boot 4. */
  private static HttpComponentsClientHttpRequestFactoryBuilder withStrategies(
      HttpComponentsClientHttpRequestFactoryBuilder builder,
      Function<SslBundle, TlsSocketStrategy> strategies) {
    Method with =
        ReflectionUtils.findMethod(
            builder.getClass(), "withTlsSocketStrategyFactory", (Class<?>[]) null);
    Class<?> type = with.getParameterTypes()[0];
    Object given =
        type.isInstance(strategies)
            ? strategies
            : Proxy.newProxyInstance(
                type.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) ->
                    method.getDeclaringClass() == Object.class
                        ? ReflectionUtils.invokeMethod(method, strategies, arguments)
                        : strategies.apply((SslBundle) arguments[0]));
    return (HttpComponentsClientHttpRequestFactoryBuilder)
        ReflectionUtils.invokeMethod(with, builder, given);
  }

  private static TlsSocketStrategy strategy(SslBundle bundle, BuilderTls tls) {
    ResumingSslSocketFactory sockets = tls.sockets(bundle);
    return sockets == null ? ofBoot(bundle) : new ResumingTlsSocketStrategy(sockets);
  }

  /** What Boot has for a bundle; null for none, where Boot leaves it to HttpClient. */
  private static DefaultClientTlsStrategy ofBoot(SslBundle bundle) {
    return bundle == null
        ? null
        : new DefaultClientTlsStrategy(
            bundle.createSslContext(),
            bundle.getOptions().getEnabledProtocols(),
            bundle.getOptions().getCiphers(),
            null,
            new DefaultHostnameVerifier());
  }

  /** From Boot 3.5; loaded only where it is. */
  private static final class Reactive {

    private static final String BUILDER =
        "org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder";

    static boolean isOne(Object builder) {
      return builder.getClass().getName().equals(BUILDER);
    }

    /** Boot asks for a strategy only where there is a bundle. */
    static Object customize(Object builder, BuilderTls tls) {
      return ((HttpComponentsClientHttpConnectorBuilder) builder)
          .withTlsSocketStrategyFactory(
              bundle -> {
                ResumingSslContext context = tls.context(bundle, BuilderTls.Library.HTTPCLIENT5);
                return context == null ? ofBoot(bundle) : new DefaultClientTlsStrategy(context);
              })
          .withConnectionManagerCustomizer(
              manager -> {
                ResumingSslContext context =
                    isWithout("tlsStrategy", TlsStrategy.class, manager)
                        ? tls.context(null, BuilderTls.Library.HTTPCLIENT5)
                        : null;
                if (context != null) {
                  manager.setTlsStrategy(withoutBundle(context, tls));
                }
              });
    }

    /** As HttpClient does where Boot has it look at system properties. */
    private static DefaultClientTlsStrategy withoutBundle(
        ResumingSslContext context, BuilderTls tls) {
      return tls.isLent()
          ? new DefaultClientTlsStrategy(context)
          : new DefaultClientTlsStrategy(
              context,
              HttpsSupport.getSystemProtocols(),
              HttpsSupport.getSystemCipherSuits(),
              SSLBufferMode.STATIC,
              HttpsSupport.getDefaultHostnameVerifier());
    }
  }
}
