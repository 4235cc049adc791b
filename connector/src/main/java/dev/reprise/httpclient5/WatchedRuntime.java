package dev.reprise.httpclient5;

import dev.reprise.http.Exchange;
import dev.reprise.http.Exchange.Step;
import dev.reprise.http.RequestProgress;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.hc.client5.http.EndpointInfo;
import org.apache.hc.client5.http.HttpRoute;
import org.apache.hc.client5.http.classic.ExecRuntime;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.core5.concurrent.CancellableDependency;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.Method;
import org.apache.hc.core5.http.io.HttpResponseInformationCallback;
import org.apache.hc.core5.util.TimeValue;

/** The runtime of a call, which sees each attempt to send a request of it. */
final class WatchedRuntime implements ExecRuntime {

  private final ExecRuntime runtime;
  private final AtomicBoolean maySent;

  /**
   * A runtime to watch.
   *
   * @param maySent whether an attempt may have been sent before
   */
  WatchedRuntime(ExecRuntime runtime, boolean maySent) {
    this(runtime, new AtomicBoolean(maySent));
  }

  private WatchedRuntime(ExecRuntime runtime, AtomicBoolean maySent) {
    this.runtime = runtime;
    this.maySent = maySent;
  }

  /** Whether an attempt may have been sent. */
  boolean maySent() {
    return maySent.get();
  }

  /** Does what comes before a request is sent. */
  private void before(Step<IOException> step) throws IOException {
    Exchange.before(maySent() ? RequestProgress.UNKNOWN : RequestProgress.NOT_SENT, step);
  }

  @Override
  public ClassicHttpResponse execute(
      String id, ClassicHttpRequest request, HttpClientContext context)
      throws IOException, HttpException {
    return execute(id, request, null, context);
  }

  /** A CONNECT is not the caller's request, which comes after it. */
  @Override
  public ClassicHttpResponse execute(
      String id,
      ClassicHttpRequest request,
      HttpResponseInformationCallback informed,
      HttpClientContext context)
      throws IOException, HttpException {
    if (Method.CONNECT.isSame(request.getMethod())) {
      return runtime.execute(id, request, informed, context);
    }
    try {
      ClassicHttpResponse response = runtime.execute(id, request, informed, context);
      maySent.set(true);
      return response;
    } catch (IOException | HttpException | RuntimeException | Error e) {
      if (RequestProgress.of(e) != RequestProgress.NOT_SENT) {
        maySent.set(true);
      }
      throw e;
    }
  }

  @Override
  public boolean isExecutionAborted() {
    return runtime.isExecutionAborted();
  }

  @Override
  public boolean isEndpointAcquired() {
    return runtime.isEndpointAcquired();
  }

  @Override
  public void acquireEndpoint(String id, HttpRoute route, Object state, HttpClientContext context)
      throws IOException {
    before(() -> runtime.acquireEndpoint(id, route, state, context));
  }

  @Override
  public void releaseEndpoint() {
    runtime.releaseEndpoint();
  }

  @Override
  public void discardEndpoint() {
    runtime.discardEndpoint();
  }

  @Override
  public boolean isEndpointConnected() {
    return runtime.isEndpointConnected();
  }

  @Override
  public void disconnectEndpoint() throws IOException {
    runtime.disconnectEndpoint();
  }

  @Override
  public void connectEndpoint(HttpClientContext context) throws IOException {
    before(() -> runtime.connectEndpoint(context));
  }

  @Override
  public void upgradeTls(HttpClientContext context) throws IOException {
    before(() -> runtime.upgradeTls(context));
  }

  @Override
  public EndpointInfo getEndpointInfo() {
    return runtime.getEndpointInfo();
  }

  @Override
  public boolean isConnectionReusable() {
    return runtime.isConnectionReusable();
  }

  @Override
  public void markConnectionReusable(Object state, TimeValue validity) {
    runtime.markConnectionReusable(state, validity);
  }

  @Override
  public void markConnectionNonReusable() {
    runtime.markConnectionNonReusable();
  }

  @Override
  public ExecRuntime fork(CancellableDependency cancellable) {
    return new WatchedRuntime(runtime.fork(cancellable), maySent);
  }
}
