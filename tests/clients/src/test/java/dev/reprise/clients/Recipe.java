package dev.reprise.clients;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.httpclient5.ResumingConnectionManagerBuilder;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.IdentityCipherSuiteFilter;
import io.netty.handler.ssl.JdkSslContext;
import io.netty.handler.ssl.SslContext;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.JdkSSLEngineOptions;
import jakarta.ws.rs.client.Client;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.InputStream;
import java.io.StringReader;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.xml.namespace.QName;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Source;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import org.apache.cxf.configuration.jsse.TLSClientParameters;
import org.apache.cxf.jaxrs.client.WebClient;
import org.apache.cxf.transport.http.HTTPConduit;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.impl.nio.PoolingAsyncClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.eclipse.jetty.client.transport.HttpClientTransportOverHTTP;
import org.eclipse.jetty.io.ClientConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.glassfish.jersey.client.ClientConfig;
import org.glassfish.jersey.client.HttpUrlConnectorProvider;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** The recipes of docs/clients.md. Each makes a client that calls one URL, by any thread. */
enum Recipe {
  HTTPS_URL_CONNECTION {
    @Override
    Session open(Equipment given, String url) {
      return Session.of(() -> get(given, url));
    }

    private String get(Equipment given, String url) throws Exception {
      HttpsURLConnection connection = (HttpsURLConnection) new URL(url).openConnection();
      connection.setSSLSocketFactory(given.sockets());
      try (InputStream in = connection.getInputStream()) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      }
    }
  },

  HTTPCLIENT_4 {
    @Override
    Session open(Equipment given, String url) {
      org.apache.http.impl.client.CloseableHttpClient client =
          org.apache.http.impl.client.HttpClients.custom()
              .setConnectionManager(manager(given))
              .build();
      return Session.of(
          () -> {
            try (org.apache.http.client.methods.CloseableHttpResponse response =
                client.execute(new org.apache.http.client.methods.HttpGet(url))) {
              return org.apache.http.util.EntityUtils.toString(response.getEntity());
            }
          },
          client);
    }

    private org.apache.http.conn.HttpClientConnectionManager manager(Equipment given) {
      if (given.resuming() != null) {
        return ResumingConnectionManager.builder()
            .socketFactory(given.resuming().socketFactory())
            .build();
      }
      org.apache.http.impl.conn.PoolingHttpClientConnectionManager manager =
          new org.apache.http.impl.conn.PoolingHttpClientConnectionManager(
              RegistryBuilder.<ConnectionSocketFactory>create()
                  .register("https", new SSLConnectionSocketFactory(given.context()))
                  .build());
      manager.setDefaultMaxPerRoute(50);
      manager.setMaxTotal(50);
      return manager;
    }
  },

  HTTPCLIENT_5 {
    @Override
    Session open(Equipment given, String url) {
      CloseableHttpClient client = httpClient5(given);
      return Session.of(
          () ->
              client.execute(
                  new HttpGet(url), response -> EntityUtils.toString(response.getEntity())),
          client);
    }
  },

  HTTPCLIENT_5_ASYNC {
    @Override
    Session open(Equipment given, String url) {
      CloseableHttpAsyncClient client =
          HttpAsyncClients.custom()
              .setConnectionManager(
                  PoolingAsyncClientConnectionManagerBuilder.create()
                      .setTlsStrategy(new DefaultClientTlsStrategy(given.context()))
                      .setMaxConnPerRoute(50)
                      .setMaxConnTotal(50)
                      .build())
              .build();
      client.start();
      return Session.of(
          () -> {
            SimpleHttpRequest request = SimpleRequestBuilder.get(url).build();
            return client.execute(request, null).get().getBodyText();
          },
          client);
    }
  },

  JAVA_NET_HTTP {
    @Override
    Session open(Equipment given, String url) {
      HttpClient client = HttpClient.newBuilder().sslContext(given.context()).build();
      HttpRequest request = HttpRequest.newBuilder(URI.create(url)).build();
      return Session.of(() -> client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }
  },

  OKHTTP {
    @Override
    Session open(Equipment given, String url) {
      OkHttpClient client =
          new OkHttpClient.Builder().sslSocketFactory(given.sockets(), given.trust()).build();
      return Session.of(
          () -> {
            try (okhttp3.Response response =
                client.newCall(new Request.Builder().url(url).build()).execute()) {
              return response.body().string();
            }
          },
          () -> client.dispatcher().executorService().shutdown());
    }
  },

  REACTOR_NETTY {
    @Override
    Session open(Equipment given, String url) {
      reactor.netty.http.client.HttpClient client = reactor(given);
      return Session.of(
          () -> client.get().uri(url).responseContent().aggregate().asString().block());
    }
  },

  JETTY {
    @Override
    Session open(Equipment given, String url) throws Exception {
      SslContextFactory.Client tls = new SslContextFactory.Client();
      tls.setSslContext(given.context());
      ClientConnector connector = new ClientConnector();
      connector.setSslContextFactory(tls);
      org.eclipse.jetty.client.HttpClient client =
          new org.eclipse.jetty.client.HttpClient(new HttpClientTransportOverHTTP(connector));
      client.start();
      return Session.of(() -> client.GET(url).getContentAsString(), client::stop);
    }
  },

  VERTX {
    @Override
    Session open(Equipment given, String url) {
      Vertx vertx = Vertx.vertx();
      HttpClientOptions options =
          new HttpClientOptions().setSsl(true).setSslEngineOptions(new Engines(given.context()));
      io.vertx.core.http.HttpClient client =
          vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(50));
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
  },

  CXF {
    @Override
    Session open(Equipment given, String url) {
      return Session.of(() -> cxf(given, url, false));
    }
  },

  CXF_URL_CONNECTION {
    @Override
    Session open(Equipment given, String url) {
      return Session.of(() -> cxf(given, url, true));
    }
  },

  METRO {
    @Override
    Session open(Equipment given, String url) {
      QName port = new QName("urn:test", "port");
      Service service = Service.create(new QName("urn:test", "service"));
      service.addPort(port, SOAPBinding.SOAP11HTTP_BINDING, url);
      return Session.of(() -> call(given, service, port));
    }

    private String call(Equipment given, Service service, QName port) throws Exception {
      Dispatch<Source> dispatch = service.createDispatch(port, Source.class, Service.Mode.PAYLOAD);
      ((BindingProvider) dispatch)
          .getRequestContext()
          .put("com.sun.xml.ws.transport.https.client.SSLSocketFactory", given.sockets());
      Source answer = dispatch.invoke(new StreamSource(new StringReader("<ping/>")));
      StringWriter text = new StringWriter();
      Transformer transformer = TransformerFactory.newInstance().newTransformer();
      transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
      transformer.transform(answer, new StreamResult(text));
      return text.toString();
    }
  },

  JERSEY {
    @Override
    Session open(Equipment given, String url) {
      ClientConfig config =
          new ClientConfig()
              .connectorProvider(
                  new HttpUrlConnectorProvider()
                      .connectionFactory(
                          to -> {
                            HttpsURLConnection connection =
                                (HttpsURLConnection) to.openConnection();
                            connection.setSSLSocketFactory(given.sockets());
                            return connection;
                          }));
      Client client =
          new org.glassfish.jersey.client.JerseyClientBuilder().withConfig(config).build();
      return Session.of(() -> client.target(url).request().get(String.class), client::close);
    }
  },

  REST_TEMPLATE {
    @Override
    Session open(Equipment given, String url) {
      CloseableHttpClient client = httpClient5(given);
      RestTemplate rest = new RestTemplate(new HttpComponentsClientHttpRequestFactory(client));
      return Session.of(() -> rest.getForObject(url, String.class), client);
    }
  },

  REST_CLIENT {
    @Override
    Session open(Equipment given, String url) {
      HttpClient client = HttpClient.newBuilder().sslContext(given.context()).build();
      RestClient rest =
          RestClient.builder().requestFactory(new JdkClientHttpRequestFactory(client)).build();
      return Session.of(() -> rest.get().uri(url).retrieve().body(String.class));
    }
  },

  WEB_CLIENT {
    @Override
    Session open(Equipment given, String url) {
      org.springframework.web.reactive.function.client.WebClient web =
          org.springframework.web.reactive.function.client.WebClient.builder()
              .clientConnector(new ReactorClientHttpConnector(reactor(given)))
              .build();
      return Session.of(() -> web.get().uri(url).retrieve().bodyToMono(String.class).block());
    }
  },

  FEIGN {
    @Override
    Session open(Equipment given, String url) {
      feign.Client client = new feign.Client.Default(given.sockets(), null);
      feign.Request request =
          feign.Request.create(
              feign.Request.HttpMethod.GET, url, java.util.Map.of(), null, null, null);
      return Session.of(
          () -> {
            try (feign.Response response = client.execute(request, new feign.Request.Options());
                InputStream in = response.body().asInputStream()) {
              return new String(in.readAllBytes(), StandardCharsets.UTF_8);
            }
          });
    }
  };

  /** A client in use. */
  interface Session extends AutoCloseable {

    String call() throws Exception;

    static Session of(Callable<String> call) {
      return of(call, () -> {});
    }

    static Session of(Callable<String> call, AutoCloseable client) {
      return new Session() {
        @Override
        public String call() throws Exception {
          return call.call();
        }

        @Override
        public void close() throws Exception {
          client.close();
        }
      };
    }
  }

  abstract Session open(Equipment given, String url) throws Exception;

  private static CloseableHttpClient httpClient5(Equipment given) {
    PoolingHttpClientConnectionManagerBuilder builder =
        given.resuming() != null
            ? ResumingConnectionManagerBuilder.create()
                .socketFactory(given.resuming().socketFactory())
            : PoolingHttpClientConnectionManagerBuilder.create()
                .setTlsSocketStrategy(new DefaultClientTlsStrategy(given.context()));
    PoolingHttpClientConnectionManager manager =
        builder.setMaxConnPerRoute(50).setMaxConnTotal(50).build();
    return org.apache.hc.client5.http.impl.classic.HttpClients.custom()
        .setConnectionManager(manager)
        .build();
  }

  private static SslContext netty(SSLContext context) {
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

  private static reactor.netty.http.client.HttpClient reactor(Equipment given) {
    SslContext tls = netty(given.context());
    return reactor.netty.http.client.HttpClient.create().secure(spec -> spec.sslContext(tls));
  }

  private static String cxf(Equipment given, String url, boolean urlConnection) {
    WebClient client = WebClient.create(url);
    HTTPConduit conduit = WebClient.getConfig(client).getHttpConduit();
    TLSClientParameters tls = new TLSClientParameters();
    if (urlConnection) {
      tls.setSSLSocketFactory(given.sockets());
      WebClient.getConfig(client).getRequestContext().put("force.urlconnection.http.conduit", true);
    } else {
      tls.setSslContext(given.context());
    }
    conduit.setTlsClientParameters(tls);
    return client.get(String.class);
  }

  /** Vert.x copies its options, and asks them for what makes Netty's context. */
  private static final class Engines extends JdkSSLEngineOptions {

    private final SSLContext context;

    Engines(SSLContext context) {
      this.context = context;
    }

    @Override
    public io.vertx.core.spi.tls.SslContextFactory sslContextFactory() {
      return () -> netty(context);
    }

    @Override
    public JdkSSLEngineOptions copy() {
      return new Engines(context);
    }
  }
}
