package dev.reprise.lab;

import dev.reprise.subject.Authority;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import javax.net.ssl.SSLSocketFactory;

/** Sockets of the lab itself that trust one authority. */
public final class Trust {

  private Trust() {}

  /** With no session to resume. */
  public static SSLSocketFactory newSockets(Path authority)
      throws GeneralSecurityException, IOException {
    return Authority.newContext(Authority.trust(authority.toString())).getSocketFactory();
  }
}
