package dev.reprise.spring.builders;

import dev.reprise.httpclient5.CallProgress;
import dev.reprise.httpclient5.GracefulConnectionFactory;
import dev.reprise.spring.core.Library;
import dev.reprise.tls.ResumingSslContext;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.http.client.HttpComponentsClientHttpRequestFactoryBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.util.ReflectionUtils;

/**
 * Decorates the beans by which Boot builds HTTP clients. Whether there is a bundle or not, they
 * build clients that resume sessions. Customizers of the application come after that, in Boot's own
 * order. The interfaces are proxied, since their settings are of another type in Boot 4.
 * Thread-safe.
 */
public final class BootBuilders implements BeanPostProcessor {

  private final List<Class<?>> types =
      Stream.of(
              Library.BUILDERS,
              "org.springframework.boot.http.client.reactive.ClientHttpConnectorBuilder")
          .flatMap(type -> Library.find(type).stream())
          .collect(Collectors.toList());
  private final ConfigurableListableBeanFactory beans;
  private final BuilderTls tls;

  public BootBuilders(ConfigurableListableBeanFactory beans) {
    this.beans = beans;
    this.tls = new BuilderTls(beans);
  }

  @Override
  public Object postProcessAfterInitialization(Object bean, String name) {
    for (Class<?> builder : types) {
      if (builder.isInstance(bean)
          && BuilderLibrary.of(bean) != null
          && isDeclaredAs(builder, name)) {
        return decorated(builder, bean);
      }
    }
    return bean;
  }

  /** A bean that is declared as a class cannot be injected as a proxy. */
  private boolean isDeclaredAs(Class<?> builder, String name) {
    return !beans.containsBeanDefinition(name)
        || beans
            .getMergedBeanDefinition(name)
            .getResolvableType()
            .toClass()
            .isAssignableFrom(builder);
  }

  private <T> T decorated(Class<T> type, Object builder) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, given) -> {
              if (method.getName().equals("build")) {
                return build(type, builder, given == null ? null : given[0]);
              }
              if (method.getName().equals("equals")) {
                return proxy == given[0];
              }
              Object result = ReflectionUtils.invokeMethod(method, builder, given);
              return type.isInstance(result) ? decorated(type, result) : result;
            }));
  }

  /** Builds a client with the given settings, or with Boot's own if they are null. */
  private Object build(Class<?> type, Object builder, Object given) {
    Method build =
        Arrays.stream(type.getMethods())
            .filter(each -> each.getName().equals("build") && each.getParameterCount() == 1)
            .findFirst()
            .orElseThrow();
    // A record, whose name differs between generations.
    Class<?> ofSettings = build.getParameterTypes()[0];
    Object settings =
        given == null
            ? ReflectionUtils.invokeMethod(ReflectionUtils.findMethod(ofSettings, "defaults"), null)
            : given;
    SslBundle bundle =
        (SslBundle)
            ReflectionUtils.invokeMethod(
                ReflectionUtils.findMethod(settings.getClass(), "sslBundle"), settings);
    BuilderLibrary library = BuilderLibrary.of(builder);
    SslBundle resuming = library == null ? null : tls.resuming(bundle, library);
    if (resuming == null) {
      return ReflectionUtils.invokeMethod(build, builder, settings);
    }
    if (library == BuilderLibrary.REACTOR) {
      return ReflectionUtils.invokeMethod(
          build,
          ReactorBuilders.resuming(builder, resuming, bundle),
          with(settings, "withSslBundle", SslBundle.class, null));
    }
    return ReflectionUtils.invokeMethod(
        build,
        library == BuilderLibrary.HTTPCLIENT5 ? HttpClient5.graceful(builder, resuming) : builder,
        with(settings, "withSslBundle", SslBundle.class, resuming));
  }

  /**
   * The library of the clients that a builder makes. Jetty's client and HttpURLConnection are left
   * alone.
   */
  enum BuilderLibrary {
    HTTPCLIENT5,
    HTTPCLIENT5_ASYNC,
    REACTOR,
    JDK;

    private static final String HOME = "org.springframework.boot.http.client.";
    private static final Map<String, BuilderLibrary> KNOWN =
        Map.of(
            "HttpComponentsClientHttpRequestFactoryBuilder", HTTPCLIENT5,
            "reactive.HttpComponentsClientHttpConnectorBuilder", HTTPCLIENT5_ASYNC,
            "ReactorClientHttpRequestFactoryBuilder", REACTOR,
            "reactive.ReactorClientHttpConnectorBuilder", REACTOR,
            "JdkClientHttpRequestFactoryBuilder", JDK,
            "reactive.JdkClientHttpConnectorBuilder", JDK);

    /** Returns the library of a builder; null if it is left alone. */
    static BuilderLibrary of(Object builder) {
      String type = builder.getClass().getName();
      return type.startsWith(HOME) ? KNOWN.get(type.substring(HOME.length())) : null;
    }
  }

  static <T> Object with(Object settings, String method, Class<T> type, T value) {
    return ReflectionUtils.invokeMethod(
        ReflectionUtils.findMethod(settings.getClass(), method, type), settings, value);
  }

  /** Names classes of HttpClient 5; loaded only where it is. */
  private static final class HttpClient5 {

    /** HttpClient resets the connection beneath a socket that it no longer wants. */
    static Object graceful(Object builder, SslBundle resuming) {
      return ((HttpComponentsClientHttpRequestFactoryBuilder) builder)
          .withHttpClientCustomizer(
              client -> client.addExecInterceptorFirst("repriseProgress", new CallProgress()))
          .withConnectionManagerCustomizer(
              manager ->
                  manager.setConnectionFactory(
                      new GracefulConnectionFactory(
                          ((ResumingSslContext) resuming.createSslContext()).socketFactory())));
    }
  }
}
