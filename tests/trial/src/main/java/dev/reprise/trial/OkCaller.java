package dev.reprise.trial;

import dev.reprise.trial.Dimensions.Interruption;
import dev.reprise.trial.Dimensions.Login;
import dev.reprise.trial.Dimensions.Method;
import dev.reprise.trial.Dimensions.ProxyLogin;
import dev.reprise.trial.Dimensions.Reading;
import dev.reprise.trial.Dimensions.Retry;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import okhttp3.Call;
import okhttp3.ConnectionPool;
import okhttp3.Credentials;
import okhttp3.OkHttpClient;
import okhttp3.Protocol;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okio.BufferedSink;

/** OkHttp. */
final class OkCaller implements Caller {

  private final World world;
  private final Scenario scenario;
  private final Equipment equipment;
  private final List<ConnectionPool> pools = new ArrayList<>();
  private final Map<Integer, Call> running = new ConcurrentHashMap<>();
  private boolean otherTrust;
  private volatile OkHttpClient client;

  OkCaller(World world, Equipment equipment) {
    this.world = world;
    this.scenario = world.scenario;
    this.equipment = equipment;
    renew();
  }

  private void renew() {
    ConnectionPool pool = new ConnectionPool();
    pools.add(pool);
    long millis = scenario.get(Dimensions.Timeouts.class).millis;
    client =
        new OkHttpClient.Builder()
            .sslSocketFactory(equipment.sockets(), Identities.trust(scenario, otherTrust))
            .connectionPool(pool)
            .protocols(List.of(Protocol.HTTP_1_1))
            .dns(host -> List.of(StockEquipment.resolve(host)))
            .proxy(UrlCaller.proxyOf(world))
            .fastFallback(false)
            .connectTimeout(millis, TimeUnit.MILLISECONDS)
            .readTimeout(millis, TimeUnit.MILLISECONDS)
            .writeTimeout(millis, TimeUnit.MILLISECONDS)
            .retryOnConnectionFailure(!scenario.is(Retry.NEVER))
            .proxyAuthenticator(
                (route, response) ->
                    scenario.isAny(ProxyLogin.NONE, ProxyLogin.LACKING)
                        ? null
                        : login(response, "Proxy-Authorization"))
            .authenticator(
                (route, response) ->
                    scenario.is(Login.NONE) ? null : login(response, "Authorization"))
            .build();
  }

  private static Request login(Response response, String header) {
    return response.request().header(header) != null
        ? null
        : response
            .request()
            .newBuilder()
            .header(header, Credentials.basic(World.USER, World.PASSWORD))
            .build();
  }

  @Override
  public Outcome call(int number) {
    String before = "";
    Call call = client.newCall(request(number));
    running.put(number, call);
    if (number == 1 && scenario.is(Interruption.ABORT_BEFORE)) {
      call.cancel();
    }
    try (Response response = call.execute()) {
      before = response.code() + " ";
      InputStream in = response.body().byteStream();
      boolean aborts = number == 1 && scenario.is(Interruption.ABORT_IN_BODY);
      String read = Bodies.read(in, aborts ? Reading.PART : scenario.get(Reading.class), scenario);
      if (aborts) {
        call.cancel();
        read += " " + Bodies.read(in, Reading.ALL, scenario);
      }
      if (number == 1 && scenario.is(Interruption.ABORT_AFTER)) {
        call.cancel();
      }
      return Outcome.of(before + read);
    } catch (IOException | RuntimeException e) {
      return Outcome.failed(before, e);
    } finally {
      running.remove(number);
    }
  }

  private Request request(int number) {
    Request.Builder request =
        new Request.Builder()
            .url(world.scheme() + "://" + world.host() + ":" + world.target.port() + "/" + number)
            .header("X-Call", String.valueOf(number))
            .header("X-Marker", World.MARKER);
    byte[] body = Bodies.ofRequest(number, scenario.is(Method.POST_LARGE) ? 150_000 : 200);
    return switch (scenario.get(Method.class)) {
      case HEAD -> request.head().build();
      case DELETE -> request.delete().build();
      case PUT -> request.put(RequestBody.create(body)).build();
      case POST_EXPECTING ->
          request.header("Expect", "100-continue").post(RequestBody.create(body)).build();
      case POST, POST_LARGE -> request.post(RequestBody.create(body)).build();
      case POST_ONCE -> request.post(new OneShot(RequestBody.create(body))).build();
      default -> request.build();
    };
  }

  @Override
  public void abort(int number) {
    Call call = running.get(number);
    if (call != null) {
      call.cancel();
    }
  }

  @Override
  public void shutdown() {
    throw new UnsupportedOperationException();
  }

  @Override
  public int waiting() {
    return 0;
  }

  @Override
  public void reload(boolean other) {
    otherTrust |= other;
    if (!equipment.reload(other)) {
      renew();
    }
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
