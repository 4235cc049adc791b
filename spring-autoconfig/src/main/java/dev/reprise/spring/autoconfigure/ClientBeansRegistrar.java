package dev.reprise.spring.autoconfigure;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.spring.ClientNames;
import dev.reprise.spring.RepriseClient;
import dev.reprise.tls.ResumingSslSocketFactory;
import org.apache.http.impl.client.CloseableHttpClient;
import org.springframework.beans.factory.BeanClassLoaderAware;
import org.springframework.beans.factory.config.RuntimeBeanReference;
import org.springframework.beans.factory.support.BeanDefinitionRegistry;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.context.EnvironmentAware;
import org.springframework.context.annotation.ImportBeanDefinitionRegistrar;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotationMetadata;
import org.springframework.util.ClassUtils;

/**
 * Defines the beans of each client under {@code reprise.clients}, except where the application has
 * a bean of the name. Definitions hold names and references alone, so that they can be written as
 * code ahead of time.
 */
final class ClientBeansRegistrar
    implements ImportBeanDefinitionRegistrar, EnvironmentAware, BeanClassLoaderAware {

  private static final String TLS_BEANS = "repriseClients";
  private static final String HTTP_BEANS = "repriseHttpClientFactory";

  private static final String GROUPS =
      "org.springframework.web.client.support.RestClientHttpServiceGroupConfigurer";

  private static final String SENDER =
      "org.springframework.ws.transport.http.HttpComponentsMessageSender";

  private Environment environment;
  private ClassLoader loader;

  @Override
  public void setEnvironment(Environment environment) {
    this.environment = environment;
  }

  @Override
  public void setBeanClassLoader(ClassLoader classLoader) {
    this.loader = classLoader;
  }

  @Override
  public void registerBeanDefinitions(
      AnnotationMetadata importing, BeanDefinitionRegistry registry) {
    boolean http = isPresent("org.apache.http.impl.client.CloseableHttpClient");
    for (String client : ClientNames.configured(environment)) {
      registerTls(client, registry);
      if (http) {
        HttpParts.register(client, registry);
        registerUsers(client, registry);
      }
    }
    if (http) {
      registerRequestFactory(ClientNames.DEFAULT, registry);
      if (isPresent(GROUPS)) {
        registry.registerBeanDefinition(
            "repriseServiceGroups",
            madeBy(
                HTTP_BEANS,
                "serviceGroups",
                ClassUtils.resolveClassName(GROUPS, loader),
                new RuntimeBeanReference(TLS_BEANS)));
      }
    }
  }

  private boolean isPresent(String type) {
    return ClassUtils.isPresent(type, loader);
  }

  private static void registerTls(String client, BeanDefinitionRegistry registry) {
    register(
        client,
        ClientNames.SOCKETS,
        madeBy(TLS_BEANS, "socketFactory", ResumingSslSocketFactory.class, client),
        registry);
    register(
        client,
        ClientNames.CLIENT,
        madeBy(
            TLS_BEANS,
            "client",
            RepriseClient.class,
            client,
            reference(client, ClientNames.SOCKETS)),
        registry);
  }

  private void registerUsers(String client, BeanDefinitionRegistry registry) {
    if (isPresent(SENDER)) {
      register(client, ClientNames.SENDER, over(client, SENDER), registry);
    }
    registerRequestFactory(client, registry);
  }

  /** Spring 5 has such a factory for HttpClient 4; later ones do not. */
  private void registerRequestFactory(String client, BeanDefinitionRegistry registry) {
    if (isPresent("org.springframework.http.HttpStatusCode")) {
      register(
          client,
          ClientNames.REQUESTS,
          over(client, "dev.reprise.spring.http.HttpClientRequestFactory"),
          registry);
    } else if (isPresent("org.springframework.http.client.ClientHttpRequestFactory")) {
      RootBeanDefinition factory =
          over(client, "org.springframework.http.client.HttpComponentsClientHttpRequestFactory");
      factory.getPropertyValues().add("bufferRequestBody", false);
      register(client, ClientNames.REQUESTS, factory, registry);
    }
  }

  /** A bean of the type, whose constructor takes the client's HttpClient. */
  private RootBeanDefinition over(String client, String type) {
    RootBeanDefinition definition =
        new RootBeanDefinition(ClassUtils.resolveClassName(type, loader));
    definition
        .getConstructorArgumentValues()
        .addIndexedArgumentValue(0, reference(client, ClientNames.HTTP_CLIENT));
    return definition;
  }

  private static RootBeanDefinition madeBy(
      String maker, String method, Class<?> type, Object... arguments) {
    RootBeanDefinition definition = new RootBeanDefinition();
    definition.setFactoryBeanName(maker);
    definition.setFactoryMethodName(method);
    definition.setTargetType(type);
    for (int i = 0; i < arguments.length; i++) {
      definition.getConstructorArgumentValues().addIndexedArgumentValue(i, arguments[i]);
    }
    return definition;
  }

  private static RuntimeBeanReference reference(String client, String kind) {
    return new RuntimeBeanReference(ClientNames.bean(client, kind));
  }

  private static void register(
      String client, String kind, RootBeanDefinition definition, BeanDefinitionRegistry registry) {
    String name = ClientNames.bean(client, kind);
    if (registry.containsBeanDefinition(name)) {
      return;
    }
    if (ClassUtils.isPresent(
        "org.springframework.context.annotation.Fallback",
        ClientBeansRegistrar.class.getClassLoader())) {
      definition.setFallback(true);
    }
    registry.registerBeanDefinition(name, definition);
  }

  /** Names classes of HttpClient; loaded only where it is. */
  private static final class HttpParts {

    static void register(String client, BeanDefinitionRegistry registry) {
      ClientBeansRegistrar.register(
          client,
          ClientNames.MANAGER,
          madeBy(
              HTTP_BEANS,
              "connectionManager",
              ResumingConnectionManager.class,
              reference(client, ClientNames.CLIENT)),
          registry);
      ClientBeansRegistrar.register(
          client,
          ClientNames.HTTP_CLIENT,
          madeBy(
              HTTP_BEANS,
              "httpClient",
              CloseableHttpClient.class,
              reference(client, ClientNames.CLIENT),
              reference(client, ClientNames.MANAGER)),
          registry);
    }
  }
}
