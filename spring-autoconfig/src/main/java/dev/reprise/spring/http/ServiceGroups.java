package dev.reprise.spring.http;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.RepriseClients;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
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

  private static final String GROUP = "org.springframework.web.service.registry.HttpServiceGroup";

  /** After what Boot's properties say of a group, before the application's own configurers. */
  private static final int ORDER = Ordered.HIGHEST_PRECEDENCE + 20;

  private ServiceGroups() {}

  /** A RestClientHttpServiceGroupConfigurer. */
  static Object configurer(RepriseClients clients) {
    Method name = ReflectionUtils.findMethod(type(GROUP), "name");
    Class<?> callback = type(GROUP + "Configurer$ClientCallback");
    Object each =
        proxy(
            callback,
            (proxy, method, given) -> {
              Object group = ReflectionUtils.invokeMethod(name, given[0]);
              if (clients.names().contains(group) && !ClientNames.DEFAULT.equals(group)) {
                ((RestClient.Builder) given[1])
                    .requestFactory(clients.get((String) group, ClientHttpRequestFactory.class));
              }
              return null;
            });
    Method forEach =
        ReflectionUtils.findMethod(type(GROUP + "Configurer$Groups"), "forEachClient", callback);
    return proxy(
        type("org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer"),
        (proxy, method, given) -> {
          switch (method.getName()) {
            case "configureGroups":
              return ReflectionUtils.invokeMethod(forEach, given[0], each);
            case "getOrder":
              return ORDER;
            default:
              return ReflectionUtils.invokeMethod(method, each, given);
          }
        });
  }

  private static Class<?> type(String name) {
    return ClassUtils.resolveClassName(name, RestClient.class.getClassLoader());
  }

  private static Object proxy(Class<?> type, InvocationHandler calls) {
    return Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, calls);
  }
}
