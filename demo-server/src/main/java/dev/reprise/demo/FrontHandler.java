package dev.reprise.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** What every request meets first: its connection is to end, and it is counted. Sets faults. */
final class FrontHandler extends Handler.Wrapper {
  private static final String FAULT = "/fault/";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final boolean keepAlive;
  private final ServerStatistics statistics;
  private final Faults faults;

  FrontHandler(boolean keepAlive, ServerStatistics statistics, Faults faults, Handler handler) {
    super(handler);
    this.keepAlive = keepAlive;
    this.statistics = statistics;
    this.faults = faults;
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) throws Exception {
    if (!keepAlive) {
      response.getHeaders().put(HttpFields.CONNECTION_CLOSE);
      request.setAttribute(HttpStream.UPGRADE_CONNECTION_ATTRIBUTE, new ClosingConnection(request));
    }
    String fault = request.getHttpURI().getPath();
    if (fault.startsWith(FAULT) && HttpMethod.POST.is(request.getMethod())) {
      boolean known = faults.commit(fault.substring(FAULT.length()));
      response.setStatus(known ? HttpStatus.NO_CONTENT_204 : HttpStatus.NOT_FOUND_404);
      callback.succeeded();
      return true;
    }
    switch (request.getMethod() + " " + request.getHttpURI().getPath()) {
      case "GET /stats" -> writeStatistics(response, callback);
      case "POST /stats/reset" -> {
        statistics.reset();
        writeStatistics(response, callback);
      }
      default -> {
        statistics.requestReceived();
        return super.handle(request, response, callback);
      }
    }
    return true;
  }

  private void writeStatistics(Response response, Callback callback)
      throws JsonProcessingException {
    response.getHeaders().put(HttpHeader.CONTENT_TYPE, "application/json");
    Content.Sink.write(
        response, true, JSON.writeValueAsString(statistics.snapshot().plus(faults)), callback);
  }
}
