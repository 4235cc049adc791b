package dev.reprise.demo;

import java.nio.ByteBuffer;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.HttpMethod;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.util.Callback;

/** Reads a posted body, whatever it is, and answers with the same bytes each time. */
final class CannedHandler extends Handler.Abstract.NonBlocking {
  private static final HttpField CONTENT_TYPE =
      new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, SoapMessages.CONTENT_TYPE);

  private final String path;
  private final ByteBuffer body;
  private final HttpField contentLength;

  CannedHandler(String path, byte[] body) {
    this.path = path;
    this.body = ByteBuffer.wrap(body);
    this.contentLength =
        new PreEncodedHttpField(HttpHeader.CONTENT_LENGTH, Integer.toString(body.length));
  }

  @Override
  public boolean handle(Request request, Response response, Callback callback) {
    if (!request.getHttpURI().getPath().equals(path)) {
      return false;
    }
    if (!HttpMethod.POST.is(request.getMethod())) {
      Response.writeError(request, response, callback, HttpStatus.METHOD_NOT_ALLOWED_405);
      return true;
    }
    response.getHeaders().put(CONTENT_TYPE).put(contentLength);
    Content.Source.consumeAll(
        request,
        Callback.from(() -> response.write(true, body.slice(), callback), callback::failed));
    return true;
  }
}
