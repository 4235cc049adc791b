package dev.reprise.lab.faults;

import dev.reprise.lab.ChildJvm;
import dev.reprise.lab.JavaRuntime;
import dev.reprise.subject.Conversation;
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
import java.time.Duration;
import java.util.Base64;

/**
 * The misbehaving server in a JVM of its own: gives each client of its control port one. Commands:
 * {@code open PROTOCOL}, {@code fault NAME}, {@code anew NAME}, {@code stuck}.
 */
public final class PeerMain {

  private static final Duration LIMIT = Duration.ofSeconds(60);

  private final Certificates certificates = new Certificates();

  private PeerMain() {}

  /** What it tells first. */
  private record Control(int port) {}

  /** Starts it. */
  public static ChildJvm start() {
    return ChildJvm.on(JavaRuntime.own())
        .named("the server of faults")
        .main(PeerMain.class.getName())
        .start();
  }

  /** Where each client asks for a server; to be asked once. */
  public static int controlPort(ChildJvm peer) {
    return peer.receive(Control.class, LIMIT).port();
  }

  public static void main(String[] args) {
    Conversation.hold(
        lab -> {
          ServerSocket control = new ServerSocket(0, 16, InetAddress.getLoopbackAddress());
          PeerMain peer = new PeerMain();
          inBackground(() -> peer.accept(control));
          lab.tell(new Control(control.getLocalPort()));
          lab.next(Object.class);
        });
  }

  private static void inBackground(Runnable task) {
    Thread thread = new Thread(task, "control");
    thread.setDaemon(true);
    thread.start();
  }

  private void accept(ServerSocket control) {
    try {
      while (true) {
        Socket line = control.accept();
        inBackground(() -> obey(line));
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
        TlsPeer server = TlsPeer.start(certificates, commands.readLine().split(" ", 2)[1])) {
      line.setTcpNoDelay(true);
      byte[] authority = certificates.authority().getEncoded();
      replies.println(server.port() + " " + Base64.getEncoder().encodeToString(authority));
      for (String command = commands.readLine(); command != null; command = commands.readLine()) {
        String[] words = command.split(" ", 2);
        if (words.length == 2) {
          server.misbehave(Fault.valueOf(words[1]));
        }
        if (words[0].equals("fault")) {
          server.endConnections();
        }
        replies.println(server.stuck());
      }
    } catch (IOException | GeneralSecurityException e) {
      System.err.println("control line: " + e);
    }
  }
}
