package dev.reprise.subject.compare;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.WebServiceMessageSender;

/** Spring-WS's WebServiceTemplate, through any message sender. */
final class WebServiceTemplateClient implements ComparedClient {

  private final WebServiceTemplate template;
  private final byte[] payload;
  private final Closeable owned;

  WebServiceTemplateClient(
      ClientSettings settings, WebServiceMessageSender sender, Closeable owned) {
    payload = settings.body();
    this.owned = owned;
    template = new WebServiceTemplate();
    template.setDefaultUri(settings.uri().toString());
    template.setMessageSender(sender);
    template.afterPropertiesSet();
  }

  @Override
  public void exchange(int worker) throws IOException {
    ByteArrayOutputStream answer = new ByteArrayOutputStream(1024);
    boolean answered =
        template.sendSourceAndReceiveToResult(
            new StreamSource(new ByteArrayInputStream(payload)), new StreamResult(answer));
    if (!answered || answer.size() == 0) {
      throw new IOException("the answer has no body");
    }
  }

  @Override
  public void close() throws IOException {
    owned.close();
  }
}
