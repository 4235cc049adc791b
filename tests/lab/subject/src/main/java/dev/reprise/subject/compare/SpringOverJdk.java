package dev.reprise.subject.compare;

import java.net.http.HttpClient;
import javax.net.ssl.SSLSocketFactory;
import org.springframework.ws.transport.http.HttpsUrlConnectionMessageSender;
import org.springframework.ws.transport.http.JdkHttpClientMessageSender;

/** WebServiceTemplate over the JDK's own clients. */
final class SpringOverJdk {

  private SpringOverJdk() {}

  static ComparedClient create(ClientSettings settings, SSLSocketFactory sockets) {
    HttpsUrlConnectionMessageSender sender = new HttpsUrlConnectionMessageSender();
    sender.setSslSocketFactory(sockets);
    sender.setConnectionTimeout(ClientSettings.CONNECT_TIMEOUT);
    sender.setReadTimeout(ClientSettings.READ_TIMEOUT);
    return new WebServiceTemplateClient(settings, sender, () -> {});
  }

  static ComparedClient create(ClientSettings settings, HttpClient client) {
    JdkHttpClientMessageSender sender = new JdkHttpClientMessageSender(client);
    sender.setRequestTimeout(ClientSettings.READ_TIMEOUT);
    return new WebServiceTemplateClient(settings, sender, () -> {});
  }
}
