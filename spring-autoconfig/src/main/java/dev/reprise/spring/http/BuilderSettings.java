package dev.reprise.spring.http;

import java.lang.reflect.Method;
import java.util.Arrays;
import org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.util.ReflectionUtils;

/**
 * What a client's request factory is built with by a builder of Boot's, which may be the
 * application's own: settings count before what it is customized by. Their type has moved and has
 * changed from Boot to Boot.
 */
final class BuilderSettings {

  private BuilderSettings() {}

  /**
   * What the builder builds.
   *
   * @param timeouts whether they are not told to the library itself
   */
  static ClientHttpRequestFactory build(
      ClientHttpRequestFactoryBuilder<?> builder, ClientParts parts, boolean timeouts) {
    Method build =
        Arrays.stream(ClientHttpRequestFactoryBuilder.class.getMethods())
            .filter(each -> each.getName().equals("build") && each.getParameterCount() == 1)
            .findFirst()
            .orElseThrow();
    Method defaults = ReflectionUtils.findMethod(build.getParameterTypes()[0], "defaults");
    Object settings = ReflectionUtils.invokeMethod(defaults, null);
    if (timeouts) {
      settings = with(settings, "withConnectTimeout", parts.connectTimeout());
      settings = with(settings, "withReadTimeout", parts.readTimeout());
    }
    if (!parts.redirects()) {
      settings = with(settings, "withRedirects", "DONT_FOLLOW");
    }
    if (parts.cookies()) {
      // From Boot 4.1.
      settings = with(settings, "withCookieHandling", "ENABLE_WHEN_POSSIBLE");
    }
    return (ClientHttpRequestFactory) ReflectionUtils.invokeMethod(build, builder, settings);
  }

  /** A constant is given by its name, where its type has moved too. */
  private static Object with(Object settings, String method, Object value) {
    Method with = ReflectionUtils.findMethod(settings.getClass(), method, (Class<?>[]) null);
    if (with == null) {
      return settings;
    }
    Object given = value;
    if (value instanceof String) {
      given =
          Arrays.stream(with.getParameterTypes()[0].getEnumConstants())
              .filter(each -> each.toString().equals(value))
              .findFirst()
              .orElseThrow();
    }
    return ReflectionUtils.invokeMethod(with, settings, given);
  }
}
