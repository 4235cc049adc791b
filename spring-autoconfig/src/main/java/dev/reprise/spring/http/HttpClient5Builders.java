package dev.reprise.spring.http;

import dev.reprise.httpclient5.CallProgress;
import dev.reprise.httpclient5.GracefulConnectionFactory;
import dev.reprise.httpclient5.ResumingTlsSocketStrategy;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.ResumingSslSocketFactory;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Function;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.DefaultHostnameVerifier;
import org.apache.hc.client5.http.ssl.HttpsSupport;
import org.apache.hc.client5.http.ssl.TlsSocketStrategy;
import org.apache.hc.core5.reactor.ssl.SSLBufferMode;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.util.ReflectionUtils;

/**
 * Boot's builders of HttpClient 5. They are customized first, so that a TLS strategy of the
 * application's takes the place of this one.
 */
final class HttpClient5Builders {

  private HttpClient5Builders() {}

  /**
   * The builder, customized if it is one of these.
   *
   * @param always whether Boot asks for a strategy without a bundle too, which it does from 3.5
   */
  static Object customize(Object builder, BuilderTls tls, boolean always) {
    if (builder instanceof HttpComponentsClientHttpRequestFactoryBuilder) {
      return classic((HttpComponentsClientHttpRequestFactoryBuilder) builder, tls, always);
    }
    return Reactive.isOne(builder) ? Reactive.customize(builder, tls) : builder;
  }

  private static Object classic(
      HttpComponentsClientHttpRequestFactoryBuilder builder, BuilderTls tls, boolean always) {
    // In a build it is asked for just before the manager's builder is customized.
    ThreadLocal<Boolean> asked = ThreadLocal.withInitial(() -> always);
    return withStrategies(
            builder,
            bundle -> {
              asked.set(true);
              return strategy(bundle, tls);
            })
        .withHttpClientCustomizer(
            client -> client.addExecInterceptorFirst("repriseProgress", new CallProgress()))
        .withConnectionManagerCustomizer(
            manager -> {
              if (!asked.get()) {
                manager.setTlsSocketStrategy(strategy(null, tls));
              }
              asked.remove();
              manager.setConnectionFactory(new GracefulConnectionFactory(tls.reloads()));
            });
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
      ThreadLocal<Boolean> asked = ThreadLocal.withInitial(() -> false);
      return ((HttpComponentsClientHttpConnectorBuilder) builder)
          .withTlsSocketStrategyFactory(
              bundle -> {
                asked.set(true);
                ResumingSslContext context = tls.context(bundle, BuilderTls.Library.HTTPCLIENT5);
                return context == null ? ofBoot(bundle) : new DefaultClientTlsStrategy(context);
              })
          .withConnectionManagerCustomizer(
              manager -> {
                ResumingSslContext context =
                    asked.get() ? null : tls.context(null, BuilderTls.Library.HTTPCLIENT5);
                if (context != null) {
                  manager.setTlsStrategy(withoutBundle(context, tls));
                }
                asked.remove();
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
