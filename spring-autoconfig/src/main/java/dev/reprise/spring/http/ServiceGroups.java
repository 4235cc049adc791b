package dev.reprise.spring.http;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.function.Function;
import org.springframework.core.Ordered;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.client.RestClient;

/**
 * Has Spring 7's groups of HTTP service interfaces call through the client of their name. Its types
 * are known by name alone, since the starter is compiled against an earlier Spring.
 */
final class ServiceGroups {

  private static final String CONFIGURER =
      "org.springframework.web.service.registry.HttpServiceGroupConfigurer";

  /** After what Boot's properties say of a group, before the application's own configurers. */
  private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 20;

  private final Function<String, ClientHttpRequestFactory> requests;

  private ServiceGroups(Function<String, ClientHttpRequestFactory> requests) {
    this.requests = requests;
  }

  /**
   * A bean of Spring's type.
   *
   * @param requests what the group of a name calls through, or null to leave it alone
   */
  static Object configurer(Function<String, ClientHttpRequestFactory> requests) {
    ServiceGroups groups = new ServiceGroups(requests);
    return proxy(
        type("org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer"),
        (proxy, method, given) -> {
          if (method.getName().equals("getOrder")) {
            return ORDER;
          }
          if (method.getName().equals("configureGroups")) {
            groups.configure(given[0]);
            return null;
          }
          return ReflectionUtils.invokeMethod(method, groups, given);
        });
  }

  private void configure(Object groups) {
    Class<?> callback = type(CONFIGURER + "$ClientCallback");
    Method nameOfGroup =
        ReflectionUtils.findMethod(
            type("org.springframework.web.service.registry.HttpServiceGroup"), "name");
    Object each =
        proxy(
            callback,
            (proxy, method, given) -> {
              Object name = ReflectionUtils.invokeMethod(nameOfGroup, given[0]);
              ClientHttpRequestFactory factory = requests.apply((String) name);
              if (factory != null) {
                ((RestClient.Builder) given[1]).requestFactory(factory);
              }
              return null;
            });
    Method forEach =
        ReflectionUtils.findMethod(type(CONFIGURER + "$Groups"), "forEachClient", callback);
    ReflectionUtils.invokeMethod(forEach, groups, each);
  }

  private static Class<?> type(String name) {
    return ClassUtils.resolveClassName(name, RestClient.class.getClassLoader());
  }

  private static Object proxy(Class<?> type, InvocationHandler calls) {
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls);
  }
}
