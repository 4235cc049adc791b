package dev.reprise.subject.faults;

import dev.reprise.testkit.Fault;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The line to the lab's server over which it is told how to misbehave. Thread-safe. */
public final class PeerControl implements Closeable {

  private final Socket socket;
  private final BufferedReader replies;
  private final PrintWriter commands;
  private final int port;
  private final byte[] authority;

  /** Has a server opened for this protocol alone. */
  public PeerControl(int controlPort, String protocol) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), controlPort);
    socket.setTcpNoDelay(true);
    replies =
        new BufferedReader(
            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
    commands = new PrintWriter(socket.getOutputStream(), true, StandardCharsets.US_ASCII);
    String[] reply = ask("open " + protocol).split(" ", -1);
    port = Integer.parseInt(reply[0]);
    authority = Base64.getDecoder().decode(reply[1]);
  }

  private synchronized String ask(String command) throws IOException {
    commands.println(command);
    String reply = replies.readLine();
    if (reply == null) {
      throw new IOException("The server has ended");
    }
    return reply;
  }

  /** From now on; connections that it holds are let go. */
  void misbehave(Fault fault) throws IOException {
    ask("fault " + fault.name());
  }

  /** From now on; connections that are open go on as they were. */
  void misbehaveFromNow(Fault fault) throws IOException {
    ask("from-now " + fault.name());
  }

  /** How many connections have come to the point at which the server does nothing more. */
  int stuck() throws IOException {
    return Integer.parseInt(ask("stuck"));
  }

  /** What to call. */
  public String url() {
    return "https://localhost:" + port + "/";
  }

  /** The certificate of the authority to trust. */
  public byte[] authority() {
    return authority;
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
