package dev.reprise.lab.faults.peer;

import dev.reprise.subject.faults.Fault;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;

/**
 * Gives each client of its control port a server of its own, until the standard input ends.
 * Commands: {@code open PROTOCOL}, {@code fault NAME}, {@code stuck}, {@code mix NAME}, {@code
 * met}.
 */
public final class PeerMain {

  /** Stands before the number of the control port, in the first line of output. */
  public static final String PORT = "control port ";

  private final PeerCertificates certificates = new PeerCertificates();

  private PeerMain() {}

  public static void main(String[] args) throws IOException {
    PeerMain peer = new PeerMain();
    ServerSocket control = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
    Thread acceptor = new Thread(() -> peer.accept(control), "control");
    acceptor.setDaemon(true);
    acceptor.start();
    System.out.println(PORT + control.getLocalPort());
    while (System.in.read() >= 0) {}
    System.exit(0);
  }

  private void accept(ServerSocket control) {
    try {
      while (true) {
        Socket line = control.accept();
        Thread thread = new Thread(() -> obey(line), "control line");
        thread.setDaemon(true);
        thread.start();
      }
    } catch (IOException e) {
      System.err.println("control port: " + e);
    }
  }

  private void obey(Socket line) {
    try (line;
        BufferedReader commands =
            new BufferedReader(
                new InputStreamReader(line.getInputStream(), StandardCharsets.US_ASCII));
        PrintWriter replies =
            new PrintWriter(line.getOutputStream(), true, StandardCharsets.US_ASCII);
        DeafPort deaf = new DeafPort();
        FaultyServer server = new FaultyServer(certificates, argument(commands.readLine()))) {
      line.setTcpNoDelay(true);
      replies.println(server.port() + " " + deaf.port() + " " + certificates.authority());
      for (String command = commands.readLine(); command != null; command = commands.readLine()) {
        if (command.equals("stuck")) {
          replies.println(server.stuck());
        } else if (command.equals("met")) {
          replies.println(server.met());
        } else if (command.startsWith("mix ")) {
          server.mix(Fault.valueOf(argument(command)));
          replies.println("done");
        } else {
          server.misbehave(Fault.valueOf(argument(command)));
          replies.println("done");
        }
      }
    } catch (IOException e) {
      System.err.println("control line: " + e);
    }
  }

  private static String argument(String command) {
    return command.substring(command.indexOf(' ') + 1);
  }
}
