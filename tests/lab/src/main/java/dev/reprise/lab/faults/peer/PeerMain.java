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
 * Commands: {@code open PROTOCOL}, {@code fault NAME}, {@code anew NAME}, {@code stuck}, {@code mix
 * NAME}, {@code met}.
 */
public final class PeerMain {

  /** Stands before the number of the control port, in the first line of output. */
  public static final String PORT = "control port ";

  private static final int ONE_OF = 20;
  private static final int MOST_MIXED = 100_000;

  /** Less than a spare lives, so that spares are ended by the server too. */
  private static final int IDLE_MILLIS = 2_000;

  /** For a JDK without EC. */
  private final Certificates certificates = Certificates.rsa();

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
      int metBefore = 0;
      replies.println(
          server.port()
              + " "
              + Base64.getEncoder().encodeToString(certificates.authority().getEncoded()));
      for (String command = commands.readLine(); command != null; command = commands.readLine()) {
        if (command.equals("stuck")) {
          replies.println(server.stuck());
        } else if (command.equals("met")) {
          replies.println(server.met() - metBefore);
        } else if (command.startsWith("mix ")) {
          server.misbehaveInTurn(oneOfMany(Fault.valueOf(argument(command)))).endConnections();
          server.endIdleAfter(IDLE_MILLIS);
          metBefore = server.met();
          replies.println("done");
        } else if (command.startsWith("anew ")) {
          server.misbehave(Fault.valueOf(argument(command)));
          replies.println("done");
        } else {
          server.misbehave(Fault.valueOf(argument(command))).endIdleAfter(0).endConnections();
          replies.println("done");
        }
      }
    } catch (IOException | GeneralSecurityException e) {
      System.err.println("control line: " + e);
    }
  }

  /** For as many connections as are made of one mix, and then no fault. */
  private static Fault[] oneOfMany(Fault fault) {
    Fault[] faults = new Fault[MOST_MIXED];
    for (int i = 0; i < faults.length; i++) {
      faults[i] = i % ONE_OF == ONE_OF - 1 ? fault : Fault.NONE;
    }
    return faults;
  }

  private static String argument(String command) {
    return command.substring(command.indexOf(' ') + 1);
  }
}
