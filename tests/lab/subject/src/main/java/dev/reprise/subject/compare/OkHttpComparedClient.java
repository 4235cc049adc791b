package dev.reprise.subject.compare;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** OkHttp. */
final class OkHttpComparedClient implements ComparedClient {

  private final OkHttpClient client;
  private final Request request;

  OkHttpComparedClient(ClientSettings settings) throws GeneralSecurityException {
    client =
        new OkHttpClient.Builder()
            .protocols(List.of(Protocol.HTTP_1_1))
            .sslSocketFactory(settings.newSslContext().getSocketFactory(), settings.trustManager())
            .connectionPool(new ConnectionPool(settings.threads(), 5, TimeUnit.MINUTES))
            .connectTimeout(ClientSettings.CONNECT_TIMEOUT)
            .readTimeout(ClientSettings.READ_TIMEOUT)
            .writeTimeout(ClientSettings.READ_TIMEOUT)
            .retryOnConnectionFailure(false)
            .followRedirects(false)
            .build();
    request =
        new Request.Builder()
            .url(settings.uri().toString())
            .headers(Headers.of(settings.headers()))
            .post(RequestBody.create(settings.body(), MediaType.get(settings.contentType())))
            .build();
  }

  @Override
  public void exchange(int worker) throws IOException {
    try (Response response = client.newCall(request).execute()) {
      ComparedClient.check(response.code(), response.body().bytes().length);
    }
  }

  @Override
  public void close() {
    client.dispatcher().executorService().shutdown();
    client.connectionPool().evictAll();
  }
}
