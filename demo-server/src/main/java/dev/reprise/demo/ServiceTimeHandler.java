package dev.reprise.demo;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Lets each request wait for the service time, without a thread that waits. */
final class ServiceTimeHandler extends Handler.Wrapper {
  private final long millis;

  ServiceTimeHandler(Duration serviceTime, Handler handler) {
    super(handler);
    this.millis = serviceTime.toMillis();
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    request
        .getComponents()
        .getScheduler()
        .schedule(
            () ->
                request
                    .getComponents()
                    .getExecutor()
                    .execute(() -> serve(request, response, callback)),
            millis,
            TimeUnit.MILLISECONDS);
    return true;
  }

  @SuppressWarnings("CatchingUnchecked") // Jetty answers whatever a handler throws.
  private void serve(Request request, Response response, Callback callback) {
    try {
      if (!super.handle(request, response, callback)) {
        Response.writeError(request, response, callback, HttpStatus.NOT_FOUND_404);
      }
    } catch (Exception e) {
      Response.writeError(request, response, callback, e);
    }
  }
}
