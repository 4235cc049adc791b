package dev.reprise.subject.compare;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

/**
 * The floor: no HTTP client at all. Each worker has a session cache of its own, and so finds its
 * last session at each handshake; it writes prepared bytes, reads until the server closes, and
 * closes. After its first connection it offers nothing but what that one used: one protocol and one
 * cipher suite; its JVM knows one named group, so that there is one key share at most.
 */
final class BareSocketClient implements ComparedClient {

  private static final int STATUS_AT = "HTTP/1.1 ".length();

  private final SSLSocketFactory[] sockets;
  private final String host;
  private final int port;
  private final byte[] request;
  private final byte[][] buffers;
  private final SSLParameters[] offers;
  private final String tls;

  BareSocketClient(ClientSettings settings) throws GeneralSecurityException, IOException {
    sockets = new SSLSocketFactory[settings.threads()];
    buffers = new byte[settings.threads()][];
    offers = new SSLParameters[settings.threads()];
    tls = settings.tls();
    for (int i = 0; i < sockets.length; i++) {
      sockets[i] = settings.newSslContext().getSocketFactory();
      buffers[i] = new byte[16 * 1024];
    }
    URI uri = settings.uri();
    host = uri.getHost();
    port = uri.getPort() < 0 ? 443 : uri.getPort();
    request = request(settings);
  }

  private static byte[] request(ClientSettings settings) throws IOException {
    URI uri = settings.uri();
    byte[] body = settings.body();
    String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    StringBuilder head = new StringBuilder("POST ").append(path);
    if (uri.getRawQuery() != null) {
      head.append('?').append(uri.getRawQuery());
    }
    head.append(" HTTP/1.1\r\nHost: ").append(uri.getRawAuthority()).append("\r\n");
    for (Map.Entry<String, String> header : settings.headers().entrySet()) {
      head.append(header.getKey()).append(": ").append(header.getValue()).append("\r\n");
    }
    head.append("Content-Type: ").append(settings.contentType());
    head.append("\r\nContent-Length: ").append(body.length);
    head.append("\r\nConnection: close\r\n\r\n");
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write(head.toString().getBytes(StandardCharsets.ISO_8859_1));
    bytes.write(body);
    return bytes.toByteArray();
  }

  @Override
  public void exchange(int worker) throws IOException {
    try (SSLSocket socket = (SSLSocket) sockets[worker].createSocket()) {
      socket.setTcpNoDelay(true);
      socket.setSoTimeout((int) ClientSettings.READ_TIMEOUT.toMillis());
      socket.connect(
          new InetSocketAddress(host, port), (int) ClientSettings.CONNECT_TIMEOUT.toMillis());
      SSLParameters offer = offers[worker];
      if (offer == null) {
        offer = socket.getSSLParameters();
        offer.setEndpointIdentificationAlgorithm("HTTPS");
        offer.setProtocols(new String[] {tls});
      }
      socket.setSSLParameters(offer);
      socket.getOutputStream().write(request);
      readToEnd(socket.getInputStream(), buffers[worker]);
      if (offers[worker] == null) {
        offer.setCipherSuites(new String[] {socket.getSession().getCipherSuite()});
        offers[worker] = offer;
      }
    }
  }

  private static void readToEnd(InputStream in, byte[] buffer) throws IOException {
    int head = in.readNBytes(buffer, 0, STATUS_AT + 3);
    if (head < STATUS_AT + 3) {
      throw new IOException("the answer ends after " + head + " bytes");
    }
    String status = new String(buffer, STATUS_AT, 3, StandardCharsets.ISO_8859_1);
    long rest = 0;
    for (int read = 0; read >= 0; read = in.read(buffer)) {
      rest += read;
    }
    if (!status.startsWith("2")) {
      throw new IOException("status " + status);
    }
    if (rest == 0) {
      throw new IOException("the answer has no body");
    }
  }
}
