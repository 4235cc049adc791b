package dev.reprise.httpclient5;

import dev.reprise.http.RequestProgress;
import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/**
 * Has {@link RequestProgress} tell of the whole of a call, over whatever connection manager: {@code
 * NOT_SENT} also of a request that waited for the pool, as long as no attempt was sent; and {@code
 * UNKNOWN} instead of it once one may have been, whatever the later one failed with.
 *
 * <p>To be added by {@code HttpClientBuilder.addExecInterceptorFirst}. Of attempts that are made
 * outside of it, it sees that there were some, by the call's context. Thread-safe.
 */
public final class CallProgress implements ExecChainHandler {

  @Override
  public ClassicHttpResponse execute(
      ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
      throws IOException, HttpException {
    // HttpClient notes there where a connection was made: for an earlier attempt, or another call.
    boolean before = scope.clientContext.getEndpointDetails() != null;
    WatchedRuntime runtime = new WatchedRuntime(scope.execRuntime, before);
    ExecChain.Scope watched =
        new ExecChain.Scope(
            scope.exchangeId, scope.route, scope.originalRequest, runtime, scope.clientContext);
    try {
      return chain.proceed(request, watched);
    } catch (IOException | HttpException | RuntimeException | Error e) {
      if (runtime.maySent() && RequestProgress.of(e) == RequestProgress.NOT_SENT) {
        RequestProgress.UNKNOWN.noteOn(e);
      }
      throw e;
    }
  }
}
