package dev.reprise.spring.http;

import dev.reprise.spring.core.Clients;
import dev.reprise.spring.core.Library;
import dev.reprise.spring.core.PartSource;
import java.util.Set;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.ws.transport.WebServiceMessageSender;
import org.springframework.ws.transport.http.ClientHttpRequestMessageSender;
import org.springframework.ws.transport.http.HttpComponentsMessageSender;

/** The message sender of a client, over the library in force. */
final class SenderParts implements PartSource {

  private final Library library;

  SenderParts(Library library) {
    this.library = library;
  }

  @Override
  public Set<Class<?>> types() {
    return Set.of(WebServiceMessageSender.class);
  }

  @Override
  public Object make(Class<?> type, String client, Clients clients) {
    return library == Library.HTTPCLIENT4
        ? Four.over(client, clients)
        : new ClientHttpRequestMessageSender(clients.get(client, ClientHttpRequestFactory.class));
  }

  /** Names classes of HttpClient 4.5; loaded only where it is. */
  private static final class Four {
    static WebServiceMessageSender over(String client, Clients clients) {
      return new HttpComponentsMessageSender(
          clients.get(client, org.apache.http.client.HttpClient.class));
    }
  }
}
