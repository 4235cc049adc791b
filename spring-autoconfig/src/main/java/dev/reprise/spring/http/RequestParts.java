package dev.reprise.spring.http;

import dev.reprise.spring.HttpClientKind;
import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.spring.tls.Clients;
import dev.reprise.spring.tls.PartSource;
import java.util.Set;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.core.env.Environment;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.util.ClassUtils;

/** The request factory of a client, over the library in force. */
final class RequestParts implements PartSource {

  private final HttpClientKind kind;
  private final BeanFactory beans;
  private final Environment environment;

  RequestParts(HttpClientKind kind, BeanFactory beans, Environment environment) {
    this.kind = kind;
    this.beans = beans;
    this.environment = environment;
  }

  @Override
  public Set<Class<?>> types() {
    return Set.of(ClientHttpRequestFactory.class);
  }

  @Override
  public void check(RepriseClient client) {
    ClientParts parts = new ClientParts(client, environment);
    RepriseConfigurationException.naming(parts::checked);
    if (kind == HttpClientKind.BOOT) {
      beans.getBean(BootClients.class).check(client);
    }
  }

  @Override
  public void prepare() {
    if (kind == HttpClientKind.BOOT) {
      beans.getBean(BootClients.class).prepare();
    }
  }

  @Override
  public Object make(Class<?> type, String client, Clients clients) {
    return kind == HttpClientKind.HTTPCLIENT4
        ? Four.over(client, clients)
        : kind == HttpClientKind.HTTPCLIENT5
            ? Five.over(client, clients)
            : beans.getBean(BootClients.class).requestFactory(clients.get(client));
  }

  /** Each names the classes of one library; loaded only where it is. */
  private static final class Four {

    /** Spring 5 has such a factory for HttpClient 4.5; later ones do not. */
    static ClientHttpRequestFactory over(String client, Clients clients) {
      org.apache.http.client.HttpClient http =
          clients.getReal(client, org.apache.http.client.HttpClient.class);
      return ClassUtils.isPresent(
              "org.springframework.http.HttpStatusCode", RequestParts.class.getClassLoader())
          ? new HttpClientRequestFactory(http)
          : Spring5.over(http);
    }
  }

  private static final class Five {
    static ClientHttpRequestFactory over(String client, Clients clients) {
      return new HttpComponentsClientHttpRequestFactory(
          clients.getReal(client, org.apache.hc.client5.http.classic.HttpClient.class));
    }
  }

  /** Compiled against a later Spring, whose factory takes another client. */
  private static final class Spring5 {
    static ClientHttpRequestFactory over(org.apache.http.client.HttpClient http) {
      try {
        HttpComponentsClientHttpRequestFactory made =
            HttpComponentsClientHttpRequestFactory.class
                .getConstructor(org.apache.http.client.HttpClient.class)
                .newInstance(http);
        HttpComponentsClientHttpRequestFactory.class
            .getMethod("setBufferRequestBody", boolean.class)
            .invoke(made, false);
        return made;
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("Spring's factory for HttpClient 4.5 cannot be made", e);
      }
    }
  }
}
