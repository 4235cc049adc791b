package dev.reprise.demo;

import dev.reprise.testkit.Fault;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.MetaData;
import org.eclipse.jetty.server.HttpStream;
import org.eclipse.jetty.util.BufferUtil;
import org.eclipse.jetty.util.Callback;

/** Sends nothing: hands the whole response to the connection that commits the fault. */
final class CapturingStream extends HttpStream.Wrapper {
  private final Fault fault;
  private final ClosingConnection connection;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();
  private MetaData.Response head;

  CapturingStream(HttpStream stream, Fault fault, ClosingConnection connection) {
    super(stream);
    this.fault = fault;
    this.connection = connection;
  }

  @Override
  public void send(
      MetaData.Request request,
      MetaData.Response response,
      boolean last,
      ByteBuffer content,
      Callback callback) {
    if (response != null && HttpStatus.isInterim(response.getStatus())) {
      super.send(request, response, last, content, callback);
      return;
    }
    if (response != null) {
      head = response;
    }
    if (BufferUtil.hasContent(content)) {
      body.writeBytes(BufferUtil.toArray(content));
      BufferUtil.clear(content);
    }
    if (last) {
      connection.setResponse(ResponseBytes.of(fault, head, body.toByteArray()));
    }
    callback.succeeded();
  }
}
