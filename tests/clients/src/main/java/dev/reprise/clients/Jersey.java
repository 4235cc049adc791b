package dev.reprise.clients;

import dev.reprise.subject.Equipment;
import dev.reprise.subject.Session;
import jakarta.ws.rs.client.Client;
import javax.net.ssl.HttpsURLConnection;
import org.glassfish.jersey.client.ClientConfig;
import org.glassfish.jersey.client.HttpUrlConnectorProvider;
import org.glassfish.jersey.client.JerseyClientBuilder;

final class Jersey {

  private Jersey() {}

  static Session open(Equipment given, String url) {
    ClientConfig config =
        new ClientConfig()
            .connectorProvider(
                new HttpUrlConnectorProvider()
                    .connectionFactory(
                        to -> {
                          HttpsURLConnection connection = (HttpsURLConnection) to.openConnection();
                          connection.setSSLSocketFactory(given.sockets());
                          return connection;
                        }));
    Client client = new JerseyClientBuilder().withConfig(config).build();
    return Session.of(() -> client.target(url).request().get(String.class), client::close);
  }
}
