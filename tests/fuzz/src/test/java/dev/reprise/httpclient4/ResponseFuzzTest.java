package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.reprise.fuzz.MemorySocket;
import dev.reprise.http.RequestProgress;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import org.apache.http.HttpEntityEnclosingRequest;
import org.apache.http.HttpException;
import org.apache.http.HttpHost;
import org.apache.http.HttpResponse;
import org.apache.http.HttpVersion;
import org.apache.http.config.ConnectionConfig;
import org.apache.http.config.MessageConstraints;
import org.apache.http.conn.HttpConnectionFactory;
import org.apache.http.conn.ManagedHttpClientConnection;
import org.apache.http.conn.routing.HttpRoute;
import org.apache.http.entity.ByteArrayEntity;
import org.apache.http.impl.conn.ManagedHttpClientConnectionFactory;
import org.apache.http.message.BasicHttpEntityEnclosingRequest;
import org.apache.http.protocol.HttpCoreContext;
import org.apache.http.protocol.HttpRequestExecutor;
import org.apache.http.util.EntityUtils;

/** Whatever a server answers, a call over Reprise ends as it does over HttpClient alone. */
class ResponseFuzzTest {

  private static final HttpRoute ROUTE = new HttpRoute(new HttpHost("localhost", 443, "https"));

  private static final ConnectionConfig CONFIG =
      ConnectionConfig.custom()
          .setMessageConstraints(
              MessageConstraints.custom().setMaxLineLength(2000).setMaxHeaderCount(100).build())
          .build();

  @FuzzTest
  void anyResponse(byte[] fromServer) throws IOException {
    String stock = call(ManagedHttpClientConnectionFactory.INSTANCE, fromServer);
    String graceful = call(new GracefulConnectionFactory(), fromServer);
    assertThat(graceful).isEqualTo(stock);
  }

  private static String call(
      HttpConnectionFactory<HttpRoute, ManagedHttpClientConnection> factory, byte[] fromServer)
      throws IOException {
    boolean reprise = factory instanceof GracefulConnectionFactory;
    MemorySocket socket =
        new MemorySocket(new ByteArrayInputStream(fromServer), OutputStream.nullOutputStream());
    ManagedHttpClientConnection connection = factory.create(ROUTE, CONFIG);
    connection.bind(socket);
    HttpEntityEnclosingRequest request =
        new BasicHttpEntityEnclosingRequest("POST", "/", HttpVersion.HTTP_1_1);
    request.addHeader("Content-Length", "4");
    request.setEntity(new ByteArrayEntity(new byte[4]));
    String outcome = "";
    try {
      HttpResponse response =
          new HttpRequestExecutor().execute(request, connection, HttpCoreContext.create());
      outcome = response.getStatusLine() + Arrays.toString(response.getAllHeaders());
      if (response.getEntity() != null) {
        outcome += Arrays.toString(EntityUtils.toByteArray(response.getEntity()));
      }
    } catch (IOException | HttpException | RuntimeException e) {
      if (reprise && !isOfTheExecutor(e)) {
        assertThat(RequestProgress.of(e))
            .isIn(
                outcome.isEmpty()
                    ? List.of(RequestProgress.SENT, RequestProgress.ANSWERED)
                    : List.of(RequestProgress.ANSWERED));
      }
      outcome += e;
    } finally {
      connection.close();
    }
    assertThat(socket.isClosed()).isTrue();
    assertThat(connection.isOpen()).isFalse();
    return outcome;
  }

  /** HttpClient itself refuses a status below 100, and a 1xx other than 100 at times. */
  private static boolean isOfTheExecutor(Exception e) {
    String message = String.valueOf(e.getMessage());
    return e instanceof RuntimeException
        || message.startsWith("Invalid response: ")
        || message.startsWith("Unexpected response: ");
  }
}
