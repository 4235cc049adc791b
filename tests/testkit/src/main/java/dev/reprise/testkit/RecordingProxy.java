package dev.reprise.testkit;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.UnaryOperator;

/**
 * A man in the middle: forwards TCP connections record by record, keeps each record, and alters
 * those that a test wants altered. Bytes that are not TLS records are forwarded as they are.
 */
public final class RecordingProxy extends LoopbackServer {

  private final List<RecordedConnection> connections = new CopyOnWriteArrayList<>();
  private volatile int target;
  private volatile UnaryOperator<TlsRecord> alterFromClient = UnaryOperator.identity();
  private volatile UnaryOperator<TlsRecord> alterFromServer = UnaryOperator.identity();

  /** Starts a proxy on a free port of the loopback address, for a server on another one. */
  public RecordingProxy(int target) throws IOException {
    this.target = target;
    acceptor.startEach(client -> recorded());
  }

  public void forwardTo(int port) {
    target = port;
  }

  public void alterFromClient(UnaryOperator<TlsRecord> change) {
    alterFromClient = change;
  }

  public void alterFromServer(UnaryOperator<TlsRecord> change) {
    alterFromServer = change;
  }

  /**
   * The connections since the start or the last {@link #forget}, in the order in which they began.
   */
  public List<RecordedConnection> connections() {
    return connections;
  }

  public void forget() {
    connections.clear();
  }

  /** Waits until every connection has ended on both sides, so that all was recorded. */
  public void awaitEnds() {
    Eventually.holds(() -> connections.stream().allMatch(RecordedConnection::hasEnded));
  }

  private Acceptor.Service recorded() {
    RecordedConnection recorded = new RecordedConnection();
    connections.add(recorded);
    return client -> forward(client, recorded);
  }

  /** If the server is down, the client sees its connection closed. */
  private void forward(Socket client, RecordedConnection recorded)
      throws IOException, InterruptedException {
    try (client;
        Socket server = acceptor.connect(target)) {
      client.setTcpNoDelay(true);
      Thread back = new Thread(() -> pump(server, client, false, recorded), "recording-proxy");
      back.start();
      pump(client, server, true, recorded);
      back.join();
    } finally {
      recorded.end();
    }
  }

  private void pump(Socket from, Socket to, boolean byClient, RecordedConnection recorded) {
    boolean writing = false;
    try {
      DataInputStream in = new DataInputStream(new BufferedInputStream(from.getInputStream()));
      OutputStream out = new BufferedOutputStream(to.getOutputStream());
      for (int first = in.read(); first >= 0; first = in.read()) {
        if (TlsRecord.isType(first)) {
          TlsRecord record = TlsRecord.read(first, in);
          recorded.sent(record, byClient);
          writing = true;
          (byClient ? alterFromClient : alterFromServer).apply(record).write(out);
        } else {
          writing = true;
          out.write(first);
        }
        if (in.available() == 0) {
          out.flush();
        }
        writing = false;
      }
      writing = true;
      to.shutdownOutput();
    } catch (IOException e) {
      if (writing && !byClient) {
        // The client has gone; what it sent before is for the other direction to record.
        return;
      }
      Acceptor.reset(from);
      Acceptor.reset(to);
    }
  }
}
