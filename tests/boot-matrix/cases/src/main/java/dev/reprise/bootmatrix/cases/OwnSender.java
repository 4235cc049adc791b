package dev.reprise.bootmatrix.cases;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.ws.transport.WebServiceConnection;
import org.springframework.ws.transport.http.HttpUrlConnectionMessageSender;

/** A sender of the application's own, which counts what goes through it. */
final class OwnSender extends HttpUrlConnectionMessageSender {

  private final AtomicInteger connections = new AtomicInteger();

  @Override
  public WebServiceConnection createConnection(URI uri) throws IOException {
    connections.incrementAndGet();
    return super.createConnection(uri);
  }

  int connections() {
    return connections.get();
  }
}
