package dev.reprise.demo;

import dev.reprise.testkit.Fault;
import java.time.Duration;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.HttpURI;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/**
 * Chooses each request's fault: the one of the path {@code /fault/<name>/…}, else that of the
 * header {@code X-Demo-Fault}, else the server's own.
 */
final class FaultHandler extends Handler.Wrapper {
  static final String FAULT_HEADER = "X-Demo-Fault";
  static final String STALL_HEADER = "X-Demo-Stall-Millis";
  static final String PATH_PREFIX = "/fault/";

  private final Fault defaultFault;
  private final Duration bound;

  FaultHandler(Fault defaultFault, Duration bound, Handler handler) {
    super(handler);
    this.defaultFault = defaultFault;
    this.bound = bound;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    try {
      String path = request.getHttpURI().getPath();
      if (path.startsWith(PATH_PREFIX)) {
        int end = path.indexOf('/', PATH_PREFIX.length());
        String label = path.substring(PATH_PREFIX.length(), end < 0 ? path.length() : end);
        HttpURI rest =
            HttpURI.build(request.getHttpURI()).path(end < 0 ? "/" : path.substring(end));
        prepare(request, requested(label));
        return super.handle(Request.serveAs(request, rest.asImmutable()), response, callback);
      }
      String label = request.getHeaders().get(FAULT_HEADER);
      prepare(request, label == null ? defaultFault : requested(label));
      return super.handle(request, response, callback);
    } catch (UnusableFaultException e) {
      Response.writeError(request, response, callback, HttpStatus.BAD_REQUEST_400, e.getMessage());
      return true;
    }
  }

  private void prepare(Request request, Fault fault) throws UnusableFaultException {
    if (fault == Fault.NONE) {
      return;
    }
    Duration wait = DemoFaults.isBeforeResponse(fault) ? stall(request) : bound;
    ClosingConnection connection = ClosingConnection.of(request, fault, wait);
    request.setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, connection);
    request.addHttpStreamWrapper(stream -> new CapturingStream(stream, fault, connection));
  }

  private Duration stall(Request request) throws UnusableFaultException {
    String millis = request.getHeaders().get(STALL_HEADER);
    try {
      return millis == null ? bound : Duration.ofMillis(Integer.parseUnsignedInt(millis));
    } catch (NumberFormatException e) {
      throw new UnusableFaultException(
          "%s: '%s' is no number of milliseconds".formatted(STALL_HEADER, millis));
    }
  }

  private static Fault requested(String label) throws UnusableFaultException {
    Fault fault = Fault.labelled(label);
    if (fault == null || !DemoFaults.isKnown(fault)) {
      throw new UnusableFaultException(
          "%s: unknown fault '%s'; known are %s"
              .formatted(FAULT_HEADER, label, DemoFaults.labels()));
    }
    if (fault == Fault.GARBAGE) {
      throw new UnusableFaultException(
          "%s: %s takes a listener of its own; start the server with --fault or --garbage-port"
              .formatted(FAULT_HEADER, label));
    }
    return fault;
  }

  private static final class UnusableFaultException extends Exception {
    private static final long serialVersionUID = 1L;

    UnusableFaultException(String message) {
      super(message);
    }
  }
}
