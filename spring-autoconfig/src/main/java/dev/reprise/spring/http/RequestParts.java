package dev.reprise.spring.http;

import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.Library;
import dev.reprise.spring.core.PartSource;
import java.util.Set;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.util.ClassUtils;

/** The request factory of a client, over HttpClient 4.5 or 5. */
final class RequestParts implements PartSource {

  private final Library library;

  RequestParts(Library library) {
    this.library = library;
  }

  @Override
  public Set<Class<?>> types() {
    return Set.of(ClientHttpRequestFactory.class);
  }

  @Override
  public Object make(Class<?> type, String client, Clients clients) {
    return library == Library.HTTPCLIENT4 ? Four.over(client, clients) : Five.over(client, clients);
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
