package dev.reprise.httpclient5;

import dev.reprise.http.RequestProgress;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.classic.ExecChain;
import org.apache.hc.client5.http.classic.ExecChainHandler;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;

/**
 * Lets {@link RequestProgress} describe the whole call, with any connection manager. A request that
 * waited for the pool is {@code NOT_SENT} if no attempt was sent. Once an attempt may have been
 * sent, a later one that was not sent is {@code UNKNOWN}.
 *
 * <p>Add it with {@code HttpClientBuilder.addExecInterceptorFirst}. It learns from the call's
 * context whether there were attempts before it. Thread-safe.
 */
public final class CallProgress implements ExecChainHandler {

  private static final Set<String> BEFORE =
      Set.of("acquireEndpoint", "connectEndpoint", "upgradeTls");

  @Override
  public ClassicHttpResponse execute(
      ClassicHttpRequest request, ExecChain.Scope scope, ExecChain chain)
      throws IOException, HttpException {
    // HttpClient sets them when it begins to send: for an earlier attempt, or for another call.
    AtomicBoolean maySent = new AtomicBoolean(scope.clientContext.getEndpointDetails() != null);
    ExecChain.Scope watched =
        new ExecChain.Scope(
            scope.exchangeId,
            scope.route,
            scope.originalRequest,
            watched(scope.execRuntime, maySent),
            scope.clientContext);
    try {
      return chain.proceed(request, watched);
    } catch (IOException | HttpException | RuntimeException | Error e) {
      if (maySent.get() && RequestProgress.of(e) == RequestProgress.NOT_SENT) {
        RequestProgress.UNKNOWN.noteOn(e);
      }
      throw e;
    }
  }

  /** Returns a proxy, since versions of HttpClient differ in the methods of ExecRuntime. */
  private static ExecRuntime watched(ExecRuntime runtime, AtomicBoolean maySent) {
    return (ExecRuntime)
        Proxy.newProxyInstance(
            ExecRuntime.class.getClassLoader(),
            new Class<?>[] {ExecRuntime.class},
            (proxy, method, arguments) -> step(runtime, method, arguments, maySent));
  }

  private static Object step(
      ExecRuntime runtime, Method method, Object[] arguments, AtomicBoolean maySent)
      throws Throwable {
    // A CONNECT is not the caller's request, which comes after it.
    boolean sends =
        method.getName().equals("execute")
            && !"CONNECT".equalsIgnoreCase(((ClassicHttpRequest) arguments[1]).getMethod());
    boolean before = maySent.get();
    if (sends) {
      // After a 101 response, this call also upgrades to TLS; the request was sent by then.
      maySent.set(true);
    }
    try {
      Object result = method.invoke(runtime, arguments);
      return method.getName().equals("fork") ? watched((ExecRuntime) result, maySent) : result;
    } catch (InvocationTargetException e) {
      Throwable failure = e.getCause();
      if (BEFORE.contains(method.getName())) {
        (maySent.get() ? RequestProgress.UNKNOWN : RequestProgress.NOT_SENT).noteOn(failure);
      } else if (sends && RequestProgress.of(failure) == RequestProgress.NOT_SENT) {
        maySent.set(before);
      }
      throw failure;
    }
  }
}
