package dev.reprise.httpclient5;

import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/**
 * Has {@link RequestProgress} tell of the whole of a call, wherever it failed and over whatever
 * connection manager: where the last attempt was not sent, it tells the furthest that any attempt
 * before it has come, with HttpClient's retries and redirects; and where there was none, that
 * nothing was sent, also of a request that waited for the pool or was aborted. An attempt that was
 * answered with a challenge (401, 407) counts as not sent: it was refused.
 *
 * <p>To be added by {@code HttpClientBuilder.addExecInterceptorFirst}, since it sees no attempts
 * that are made outside of it. Thread-safe.
 */
public final class CallProgress implements ExecChainHandler {

  @Override
  public ClassicHttpResponse execute(
      ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
      throws IOException, HttpException {
    Attempts attempts = new Attempts(scope.exchangeId);
    ExecChain.Scope watched =
        new ExecChain.Scope(
            scope.exchangeId,
            scope.route,
            scope.originalRequest,
            new WatchedRuntime(scope.execRuntime, attempts),
            scope.clientContext);
    try {
      return chain.proceed(request, watched);
    } catch (IOException | HttpException | RuntimeException e) {
      RequestProgress last = RequestProgress.of(e);
      if (last == RequestProgress.NOT_SENT || last == RequestProgress.UNKNOWN) {
        attempts.furthest().noteInsteadOn(e);
      }
      throw e;
    }
  }
}
