package dev.reprise.trial;

import dev.reprise.trial.Dimensions.Method;
import dev.reprise.trial.Dimensions.Retry;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;

/** OkHttp. */
final class OkCaller extends Caller {

  private final List<ConnectionPool> pools = new ArrayList<>();
  private boolean otherTrust;
  private volatile OkHttpClient client;

  OkCaller(World world, Equipment equipment) {
    super(world, equipment);
    renew();
  }

  @Override
  void renew() {
    ConnectionPool pool = new ConnectionPool();
    pools.add(pool);
    client =
        new OkHttpClient.Builder()
            .sslSocketFactory(equipment.sockets(), Identities.trust(scenario, otherTrust))
            .connectionPool(pool)
            .protocols(List.of(Protocol.HTTP_1_1))
            .dns(host -> List.of(StockEquipment.resolve(host)))
            .proxy(world.javaProxy())
            .fastFallback(false)
            .connectTimeout(timeoutMillis(), TimeUnit.MILLISECONDS)
            .readTimeout(timeoutMillis(), TimeUnit.MILLISECONDS)
            .writeTimeout(timeoutMillis(), TimeUnit.MILLISECONDS)
            .retryOnConnectionFailure(!scenario.is(Retry.NEVER))
            .proxyAuthenticator(
                (route, response) ->
                    knowsProxyLogin() ? login(response, "Proxy-Authorization") : null)
            .authenticator(
                (route, response) -> knowsLogin() ? login(response, "Authorization") : null)
            .build();
  }

  private static Request login(Response response, String header) {
    return response.request().header(header) != null
        ? null
        : response.request().newBuilder().header(header, World.BASIC).build();
  }

  @Override
  void exchange(int number, StringBuilder told) throws IOException {
    Call call = client.newCall(request(number));
    begin(number, call::cancel);
    try (Response response = call.execute()) {
      told.append(response.code()).append(' ');
      told.append(read(response.body().byteStream(), number, call::cancel));
    }
  }

  private Request request(int number) {
    Request.Builder request =
        new Request.Builder()
            .url(world.scheme() + "://" + world.host() + ":" + world.target.port() + "/" + number);
    headers(number).forEach(request::header);
    RequestBody body = RequestBody.create(body(number));
    return switch (scenario.get(Method.class)) {
      case HEAD -> request.head().build();
      case DELETE -> request.delete().build();
      case PUT -> request.put(body).build();
      case POST_EXPECTING -> request.header("Expect", "100-continue").post(body).build();
      case POST, POST_LARGE -> request.post(body).build();
      case POST_ONCE -> request.post(new OneShot(body)).build();
      default -> request.build();
    };
  }

  @Override
  void reload(boolean other) {
    otherTrust |= other;
    super.reload(other);
  }

  @Override
  public void close() {
    pools.forEach(ConnectionPool::evictAll);
    client.dispatcher().executorService().shutdown();
  }

  private static final class OneShot extends RequestBody {

    private final RequestBody body;

    OneShot(RequestBody body) {
      this.body = body;
    }

    @Override
    public okhttp3.MediaType contentType() {
      return body.contentType();
    }

    @Override
    public boolean isOneShot() {
      return true;
    }

    @Override
    public void writeTo(BufferedSink sink) throws IOException {
      body.writeTo(sink);
    }
  }
}
