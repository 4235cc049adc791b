package dev.reprise.lab.faults.peer;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;

/**
 * Gives each client of its control port a server of its own, until the standard input ends.
 * Commands: {@code open PROTOCOL}, {@code fault NAME}, {@code anew NAME}, {@code stuck}.
 */
public final class PeerMain {

  /** Stands before the number of the control port, in the first line of output. */
  public static final String PORT = "control port ";

  private final Certificates certificates = new Certificates();

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
        TlsPeer server = TlsPeer.start(certificates, argument(commands.readLine()))) {
      line.setTcpNoDelay(true);
      replies.println(
          server.port()
              + " "
              + Base64.getEncoder().encodeToString(certificates.authority().getEncoded()));
      for (String command = commands.readLine(); command != null; command = commands.readLine()) {
        if (command.equals("stuck")) {
          replies.println(server.stuck());
        } else if (command.startsWith("anew ")) {
          server.misbehave(Fault.valueOf(argument(command)));
          replies.println("done");
        } else {
          server.misbehave(Fault.valueOf(argument(command))).endConnections();
          replies.println("done");
        }
      }
    } catch (IOException | GeneralSecurityException e) {
      System.err.println("control line: " + e);
    }
  }

  private static String argument(String command) {
    return command.substring(command.indexOf(' ') + 1);
  }
}
