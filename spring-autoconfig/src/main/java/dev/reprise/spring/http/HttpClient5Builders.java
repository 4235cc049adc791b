package dev.reprise.spring.http;

import dev.reprise.httpclient5.GracefulConnectionFactory;
import dev.reprise.httpclient5.ResumingTlsSocketStrategy;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.ResumingSslSocketFactory;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
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

  /** The builder, customized if it is one of these. */
  static Object customize(Object builder, BuilderTls tls) {
    if (builder instanceof HttpComponentsClientHttpRequestFactoryBuilder) {
      return classic((HttpComponentsClientHttpRequestFactoryBuilder) builder, tls);
    }
    return Reactive.isOne(builder) ? Reactive.customize(builder, tls) : builder;
  }

  private static Object classic(
      HttpComponentsClientHttpRequestFactoryBuilder builder, BuilderTls tls) {
    // Its parameter is a Function in Boot 3, and a type of its own in Boot 4.
    Method strategies =
        ReflectionUtils.findMethod(
            builder.getClass(), "withTlsSocketStrategyFactory", (Class<?>[]) null);
    Class<?> type = strategies.getParameterTypes()[0];
    Object strategy =
        Proxy.newProxyInstance(
            type.getClassLoader() == null
                ? builder.getClass().getClassLoader()
                : type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, given) ->
                method.getDeclaringClass() == Object.class
                    ? ReflectionUtils.invokeMethod(method, tls, given)
                    : strategy(tls.sockets((SslBundle) given[0])));
    HttpComponentsClientHttpRequestFactoryBuilder resuming =
        (HttpComponentsClientHttpRequestFactoryBuilder)
            ReflectionUtils.invokeMethod(strategies, builder, strategy);
    return resuming.withConnectionManagerCustomizer(
        manager -> manager.setConnectionFactory(new GracefulConnectionFactory(tls.reloads())));
  }

  private static ResumingTlsSocketStrategy strategy(ResumingSslSocketFactory sockets) {
    return sockets == null ? null : new ResumingTlsSocketStrategy(sockets);
  }

  /** From Boot 3.5; loaded only where it is. */
  private static final class Reactive {

    private static final String BUILDER =
        "org.springframework.boot.http.client.reactive.HttpComponentsClientHttpConnectorBuilder";

    static boolean isOne(Object builder) {
      return builder.getClass().getName().equals(BUILDER);
    }

    static Object customize(Object builder, BuilderTls tls) {
      return ((HttpComponentsClientHttpConnectorBuilder) builder)
          .withTlsSocketStrategyFactory(
              bundle -> {
                ResumingSslContext context = tls.context(bundle);
                return context == null ? null : new DefaultClientTlsStrategy(context);
              });
    }
  }
}
