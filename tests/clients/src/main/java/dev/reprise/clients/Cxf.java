package dev.reprise.clients;

import dev.reprise.subject.Equipment;
import dev.reprise.subject.Session;
import java.util.List;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.jaxrs.client.ClientConfiguration;
import org.apache.cxf.jaxrs.client.WebClient;

final class Cxf {

  private Cxf() {}

  static Session open(Equipment given, String url, boolean urlConnection) {
    WebClient client = WebClient.create(url, List.of(), true);
    ClientConfiguration config = WebClient.getConfig(client);
    TLSClientParameters tls = new TLSClientParameters();
    if (urlConnection) {
      tls.setSSLSocketFactory(given.sockets());
      config.getRequestContext().put("force.urlconnection.http.conduit", true);
    } else {
      tls.setSslContext(given.context());
    }
    config.getHttpConduit().setTlsClientParameters(tls);
    return Session.of(() -> client.get(String.class), client::close);
  }
}
