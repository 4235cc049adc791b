package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.ClientNames;
import dev.reprise.spring.HttpClientKind;
import org.springframework.beans.factory.ListableBeanFactory;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/**
 * Defines the beans of each client under {@code reprise.clients}, except where the application has
 * a bean of the name. Definitions hold names and references alone, so that they can be written as
 * code ahead of time.
 */
final class ClientBeansRegistrar implements ImportBeanDefinitionRegistrar {

  private static final String TLS_BEANS = "repriseClients";
  private static final String HTTP_BEANS = "repriseHttpClientFactory";
  private static final String HTTP5_BEANS = "repriseHttpClient5Factory";
  private static final String BOOT_BEANS = "repriseBootClients";

  private static final String HTTP_CLIENT = "org.apache.http.impl.client.CloseableHttpClient";
  private static final String HTTP_CLIENT5 =
      "org.apache.hc.client5.http.impl.classic.CloseableHttpClient";
  private static final String MANAGER5 =
      "org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager";
  private static final String REQUESTS = "org.springframework.http.client.ClientHttpRequestFactory";
  private static final String GROUPS =
      "org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer";
  private static final String SENDER =
      "org.springframework.ws.transport.http.HttpComponentsMessageSender";
  private static final String REQUEST_SENDER =
      "org.springframework.ws.transport.http.ClientHttpRequestMessageSender";

  private final Environment environment;
  private final ClassLoader loader;

  ClientBeansRegistrar(Environment environment, ClassLoader loader) {
    this.environment = environment;
    this.loader = loader;
  }

  @Override
  public void registerBeanDefinitions(AnnotationMetadata importing, BeanDefinitionRegistry into) {
    HttpClientKind kind = HttpClientKind.inForce((ListableBeanFactory) into, environment);
    boolean http = isPresent(HTTP_CLIENT);
    for (String client : ClientNames.configured(environment)) {
      registerTls(into, client);
      if (http) {
        registerHttp(into, client);
      }
    }
    for (String client : ClientNames.all(environment)) {
      registerCalling(into, client, kind);
    }
    if (isPresent(GROUPS) && kind != HttpClientKind.NONE) {
      into.registerBeanDefinition(
          "repriseServiceGroups",
          madeBy(
              kind == HttpClientKind.HTTPCLIENT4 ? HTTP_BEANS : BOOT_BEANS,
              "serviceGroups",
              GROUPS,
              new RuntimeBeanReference(TLS_BEANS)));
    }
  }

  /** What calls of Spring's go through. */
  private void registerCalling(BeanDefinitionRegistry into, String client, HttpClientKind kind) {
    if (kind == HttpClientKind.HTTPCLIENT4) {
      if (isPresent(SENDER) && !client.equals(ClientNames.DEFAULT)) {
        register(into, client, ClientNames.SENDER, over(client, SENDER));
      }
      registerRequestFactory(into, client);
    } else if (kind != HttpClientKind.NONE) {
      RuntimeBeanReference made = reference(client, ClientNames.CLIENT);
      if (kind == HttpClientKind.HTTPCLIENT5) {
        register(
            into,
            client,
            ClientNames.MANAGER5,
            madeBy(HTTP5_BEANS, "connectionManager", MANAGER5, made));
        RuntimeBeanReference manager = reference(client, ClientNames.MANAGER5);
        register(
            into,
            client,
            ClientNames.HTTP_CLIENT5,
            madeBy(HTTP5_BEANS, "httpClient", HTTP_CLIENT5, made, manager));
        RuntimeBeanReference used = reference(client, ClientNames.HTTP_CLIENT5);
        register(
            into,
            client,
            ClientNames.REQUESTS,
            madeBy(HTTP5_BEANS, "requestFactory", REQUESTS, used));
      } else {
        register(
            into,
            client,
            ClientNames.REQUESTS,
            madeBy(BOOT_BEANS, "requestFactory", REQUESTS, made));
      }
      if (isPresent(SENDER)) {
        RuntimeBeanReference requests = reference(client, ClientNames.REQUESTS);
        register(into, client, ClientNames.SENDER, definition(REQUEST_SENDER, requests));
      }
    }
  }

  private void registerTls(BeanDefinitionRegistry into, String client) {
    RootBeanDefinition sockets =
        madeBy(TLS_BEANS, "socketFactory", "dev.reprise.tls.ResumingSslSocketFactory", client);
    sockets.setDestroyMethodName("closeSpares");
    register(into, client, ClientNames.SOCKETS, sockets);
    RuntimeBeanReference used = reference(client, ClientNames.SOCKETS);
    RootBeanDefinition made =
        madeBy(TLS_BEANS, "client", "dev.reprise.spring.RepriseClient", client, used);
    register(into, client, ClientNames.CLIENT, made);
  }

  private void registerHttp(BeanDefinitionRegistry into, String client) {
    RuntimeBeanReference made = reference(client, ClientNames.CLIENT);
    String type = "dev.reprise.httpclient4.ResumingConnectionManager";
    RootBeanDefinition manager = madeBy(HTTP_BEANS, "connectionManager", type, made);
    register(into, client, ClientNames.MANAGER, manager);
    RuntimeBeanReference used = reference(client, ClientNames.MANAGER);
    RootBeanDefinition http = madeBy(HTTP_BEANS, "httpClient", HTTP_CLIENT, made, used);
    register(into, client, ClientNames.HTTP_CLIENT, http);
  }

  /** Spring 5 has such a factory for HttpClient 4; later ones do not. */
  private void registerRequestFactory(BeanDefinitionRegistry into, String client) {
    if (isPresent("org.springframework.http.HttpStatusCode")) {
      RootBeanDefinition ours = over(client, "dev.reprise.spring.http.HttpClientRequestFactory");
      register(into, client, ClientNames.REQUESTS, ours);
    } else if (isPresent("org.springframework.http.client.ClientHttpRequestFactory")) {
      RootBeanDefinition springs =
          over(client, "org.springframework.http.client.HttpComponentsClientHttpRequestFactory");
      springs.getPropertyValues().add("bufferRequestBody", false);
      register(into, client, ClientNames.REQUESTS, springs);
    }
  }

  private boolean isPresent(String type) {
    return ClassUtils.isPresent(type, loader);
  }

  /** A bean of the type, whose constructor takes the client's HttpClient. */
  private RootBeanDefinition over(String client, String type) {
    return definition(type, reference(client, ClientNames.HTTP_CLIENT));
  }

  private RootBeanDefinition madeBy(String maker, String method, String type, Object... arguments) {
    RootBeanDefinition definition = definition(type, arguments);
    definition.setTargetType(ClassUtils.resolveClassName(type, loader));
    definition.setBeanClassName(null);
    definition.setFactoryBeanName(maker);
    definition.setFactoryMethodName(method);
    return definition;
  }

  private RootBeanDefinition definition(String type, Object... arguments) {
    RootBeanDefinition definition =
        new RootBeanDefinition(ClassUtils.resolveClassName(type, loader));
    for (int i = 0; i < arguments.length; i++) {
      definition.getConstructorArgumentValues().addIndexedArgumentValue(i, arguments[i]);
    }
    return definition;
  }

  private static RuntimeBeanReference reference(String client, String kind) {
    return new RuntimeBeanReference(ClientNames.bean(client, kind));
  }

  private void register(
      BeanDefinitionRegistry into, String client, String kind, RootBeanDefinition definition) {
    String name = ClientNames.bean(client, kind);
    if (!into.containsBeanDefinition(name)) {
      if (isPresent("org.springframework.context.annotation.Fallback")) {
        definition.setFallback(true);
      }
      // What Boot says of it where a type alone means several.
      definition.setResourceDescription("client '" + client + "' of reprise.clients");
      into.registerBeanDefinition(name, definition);
    }
  }
}
