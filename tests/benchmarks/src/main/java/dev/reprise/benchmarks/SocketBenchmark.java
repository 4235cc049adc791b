package dev.reprise.benchmarks;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.TlsPeer;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * What it takes to layer TLS on a TCP connection, and to close a connection whose response was
 * read. The handshake between them is the comparison's, which tells what is allocated too.
 */
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 5, time = 2)
@Measurement(iterations = 5, time = 2)
public class SocketBenchmark {

  private static final byte[] REQUEST =
      "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n\r\n"
          .getBytes(StandardCharsets.US_ASCII);

  /** A server that closes after its response, and a factory of sockets. */
  @State(Scope.Benchmark)
  public static class Peer {

    /** Whose sockets. */
    @Param({"stock", "reprise"})
    public String sockets;

    /** The version. */
    @Param({"TLSv1.3", "TLSv1.2"})
    public String tls;

    private TlsPeer server;
    private SSLSocketFactory factory;

    /** Starts the server. */
    @Setup(Level.Trial)
    public void start() throws Exception {
      Certificates certificates = new Certificates();
      server = TlsPeer.start(certificates, tls);
      if (sockets.equals("stock")) {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, certificates.trustManagers(), null);
        factory = context.getSocketFactory();
      } else {
        factory =
            new ResumingSslSocketFactory(
                TlsSettings.builder().trustManagers(certificates.trustManagers()).build());
      }
    }

    /** Stops it. */
    @TearDown(Level.Trial)
    public void stop() throws Exception {
      server.close();
    }
  }

  /** A TCP connection. */
  @State(Scope.Thread)
  public static class Connected {

    private Socket tcp;

    /** Connects. */
    @Setup(Level.Invocation)
    public void connect(Peer peer) throws IOException {
      tcp = new Socket("localhost", peer.server.port());
    }

    /** Resets it, so that nothing is waited for. */
    @TearDown(Level.Invocation)
    public void reset() throws IOException {
      tcp.setSoLinger(true, 0);
      tcp.close();
    }
  }

  /** A TLS connection whose response was read. */
  @State(Scope.Thread)
  public static class Answered {

    private Socket socket;

    /** Connects and calls. */
    @Setup(Level.Invocation)
    public void call(Peer peer) throws IOException {
      socket = peer.factory.createSocket("localhost", peer.server.port());
      socket.getOutputStream().write(REQUEST);
      InputStream in = socket.getInputStream();
      byte[] response = new byte[4096];
      int length = 0;
      while (!new String(response, 0, length, StandardCharsets.US_ASCII).contains(TlsPeer.BODY)) {
        int count = in.read(response, length, response.length - length);
        if (count < 0) {
          throw new IOException("the response ends after " + length + " bytes");
        }
        length += count;
      }
    }
  }

  /** Layers TLS on a connected socket. */
  @Benchmark
  public Socket wrap(Peer peer, Connected connected) throws IOException {
    return peer.factory.createSocket(
        connected.tcp, "localhost", connected.tcp.getPort(), /* autoClose= */ true);
  }

  /** Closes after a response. */
  @Benchmark
  public void close(Answered answered) throws IOException {
    answered.socket.close();
  }
}
