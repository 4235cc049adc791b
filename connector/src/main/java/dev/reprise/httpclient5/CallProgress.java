package dev.reprise.httpclient5;

import java.io.IOException;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/**
 * Has {@link RequestProgress} tell of the whole of a call that was redirected wherever it failed:
 * in the wait for a connection of the pool, and over a connection manager of another's making too.
 * To be added by {@code HttpClientBuilder.addExecInterceptorFirst}. Thread-safe.
 */
public final class CallProgress implements ExecChainHandler {

  @Override
  public ClassicHttpResponse execute(
      ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
      throws IOException, HttpException {
    try {
      return chain.proceed(request, scope);
    } catch (IOException | HttpException | RuntimeException e) {
      if (RequestProgress.of(e) == RequestProgress.NOT_SENT) {
        RequestProgress.noteUnsentOn(e, scope.clientContext);
      }
      throw e;
    }
  }
}
