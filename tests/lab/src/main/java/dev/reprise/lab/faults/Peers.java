package dev.reprise.lab.faults;

import dev.reprise.testkit.Acceptor;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.TlsPeer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;

/**
 * Misbehaving servers: each client of the control port gets one. Commands: {@code open PROTOCOL},
 * {@code fault NAME}, {@code from-now NAME}, {@code stuck}.
 */
public final class Peers implements AutoCloseable {

  private final Certificates certificates = new Certificates();
  private final Acceptor control = new Acceptor();

  /** Serves from now on. */
  public Peers() throws IOException {
    control.start(this::obey);
  }

  /** Where each client asks for a server. */
  public int controlPort() {
    return control.port();
  }

  private void obey(Socket line) throws IOException {
    try (BufferedReader commands =
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
    } catch (GeneralSecurityException e) {
      throw new IOException(e);
    }
  }

  @Override
  public void close() throws IOException {
    control.close();
  }
}
