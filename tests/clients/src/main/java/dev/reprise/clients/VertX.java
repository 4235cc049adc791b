package dev.reprise.clients;

import dev.reprise.subject.Equipment;
import dev.reprise.subject.Session;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.spi.tls.SslContextFactory;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;

final class VertX {

  private VertX() {}

  static Session open(Equipment given, String url) {
    Vertx vertx = Vertx.vertx();
    HttpClientOptions options =
        new HttpClientOptions().setSsl(true).setSslEngineOptions(new Engines(given.context()));
    HttpClient client =
        vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(given.connections));
    URI uri = URI.create(url);
    return Session.of(
        () ->
            client
                .request(HttpMethod.GET, uri.getPort(), uri.getHost(), "/")
                .compose(request -> request.send().compose(HttpClientResponse::body))
                .map(Buffer::toString)
                .toCompletionStage()
                .toCompletableFuture()
                .get(60, TimeUnit.SECONDS),
        () -> vertx.close().toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS));
  }

  /** Vert.x copies its options, and asks them for what makes Netty's context. */
  private static final class Engines extends JdkSSLEngineOptions {

    private final SSLContext context;

    Engines(SSLContext context) {
      this.context = context;
    }

    @Override
    public SslContextFactory sslContextFactory() {
      return () -> Netty.over(context);
    }

    @Override
    public JdkSSLEngineOptions copy() {
      return new Engines(context);
    }
  }
}
