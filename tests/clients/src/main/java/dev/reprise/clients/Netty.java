package dev.reprise.clients;

import dev.reprise.subject.Equipment;
import dev.reprise.subject.Session;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import javax.net.ssl.SSLContext;
import reactor.netty.http.client.HttpClient;

final class Netty {

  private Netty() {}

  static Session reactor(Equipment given, String url) {
    HttpClient client = client(given);
    return Session.of(() -> client.get().uri(url).responseContent().aggregate().asString().block());
  }

  static HttpClient client(Equipment given) {
    SslContext tls = over(given.context());
    return HttpClient.create().secure(spec -> spec.sslContext(tls));
  }

  static SslContext over(SSLContext context) {
    return new JdkSslContext(
        context,
        true,
        null,
        IdentityCipherSuiteFilter.INSTANCE,
        null,
        ClientAuth.NONE,
        null,
        false);
  }
}
