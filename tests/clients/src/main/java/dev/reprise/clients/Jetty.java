package dev.reprise.clients;

import dev.reprise.subject.Equipment;
import dev.reprise.subject.Session;
import org.eclipse.jetty.client.HttpClient;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;

final class Jetty {

  private Jetty() {}

  static Session open(Equipment given, String url) throws Exception {
    SslContextFactory.Client tls = new SslContextFactory.Client();
    tls.setSslContext(given.context());
    ClientConnector connector = new ClientConnector();
    connector.setSslContextFactory(tls);
    HttpClient client = new HttpClient(new HttpClientTransportOverHTTP(connector));
    client.start();
    return Session.of(() -> client.GET(url).getContentAsString(), client::stop);
  }
}
