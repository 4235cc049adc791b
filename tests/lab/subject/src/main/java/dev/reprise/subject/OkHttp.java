package dev.reprise.subject;

import java.util.concurrent.TimeUnit;
import okhttp3.ConnectionPool;
import okhttp3.Headers;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;

/** OkHttp with TCP_NODELAY, which it does not set by itself. */
public final class OkHttp {

  private OkHttp() {}

  public static Session open(Equipment given, String url) {
    OkHttpClient client =
        new OkHttpClient.Builder()
            .sslSocketFactory(given.sockets(), given.trust())
            .addNetworkInterceptor(
                chain -> {
                  chain.connection().socket().setTcpNoDelay(true);
                  return chain.proceed(chain.request());
                })
            .connectionPool(new ConnectionPool(given.connections, 5, TimeUnit.MINUTES))
            .connectTimeout(Equipment.TIMEOUT)
            .readTimeout(Equipment.TIMEOUT)
            .retryOnConnectionFailure(false)
            .followRedirects(false)
            .build();
    Request.Builder request = new Request.Builder().url(url).headers(Headers.of(given.headers));
    if (given.body != null) {
      request.post(RequestBody.create(given.body, MediaType.get(given.type)));
    }
    Request built = request.build();
    return Session.of(
        () -> {
          try (Response response = client.newCall(built).execute()) {
            return Session.checked(response.code(), response.body().string());
          }
        },
        () -> {
          client.dispatcher().executorService().shutdown();
          client.connectionPool().evictAll();
        });
  }
}
