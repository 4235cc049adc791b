package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.testkit.TlsPeer;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import org.apache.http.HttpConnection;
import org.apache.http.HttpHost;
import org.apache.http.HttpResponseInterceptor;
import org.apache.http.MessageConstraintException;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpGet;
import org.apache.http.config.ConnectionConfig;
import org.apache.http.config.MessageConstraints;
import org.apache.http.config.SocketConfig;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.impl.client.HttpClients;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;
import org.apache.http.protocol.HttpCoreContext;
import org.apache.http.util.EntityUtils;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The setters of HttpClient's own manager have the same effect on ours. */
@Tag("each-httpclient")
class SocketConfigTest {

  private static final SocketConfig UNUSUAL =
      SocketConfig.custom()
          .setSoTimeout(12_345)
          .setSoLinger(7)
          .setTcpNoDelay(false)
          .setSoKeepAlive(true)
          .setSoReuseAddress(true)
          .build();

  @RegisterExtension final Callers callers = new Callers();

  private final List<String> options = new ArrayList<>();

  private CloseableHttpClient client(PoolingHttpClientConnectionManager manager) {
    return callers.closing(
        HttpClients.custom()
            .setConnectionManager(manager)
            .addInterceptorLast(
                (HttpResponseInterceptor)
                    (response, context) -> {
                      HttpConnection connection = HttpCoreContext.adapt(context).getConnection();
                      Socket socket = ((ManagedHttpClientConnection) connection).getSocket();
                      options.add(
                          socket.getSoTimeout()
                              + " "
                              + socket.getSoLinger()
                              + " "
                              + socket.getTcpNoDelay()
                              + " "
                              + socket.getKeepAlive()
                              + " "
                              + socket.getReuseAddress());
                    })
            .build());
  }

  private static void get(CloseableHttpClient client, String url) throws Exception {
    try (CloseableHttpResponse response = client.execute(new HttpGet(url))) {
      assertThat(EntityUtils.toString(response.getEntity())).isEqualTo(TlsPeer.BODY);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void socketOptionsAreSet(boolean stock) throws Exception {
    TlsPeer peer = callers.peer();
    PoolingHttpClientConnectionManager manager = callers.manager(stock, pool -> {});
    CloseableHttpClient client = client(manager);
    manager.setDefaultSocketConfig(UNUSUAL);
    get(client, peer.url());
    manager.setSocketConfig(
        new HttpHost("localhost", peer.port(), "https"),
        SocketConfig.copy(UNUSUAL).setSoTimeout(23_456).setTcpNoDelay(true).build());
    get(client, peer.url());
    assertThat(options).containsExactly("12345 7 false true true", "23456 7 true true true");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void connectionsAreConfigured(boolean stock) throws Exception {
    TlsPeer peer = callers.peer();
    PoolingHttpClientConnectionManager manager = callers.manager(stock, pool -> {});
    CloseableHttpClient client = client(manager);
    manager.setDefaultConnectionConfig(
        ConnectionConfig.custom()
            .setMessageConstraints(MessageConstraints.custom().setMaxHeaderCount(1).build())
            .build());
    assertThatThrownBy(() -> get(client, peer.url()))
        .isInstanceOf(MessageConstraintException.class);
  }
}
