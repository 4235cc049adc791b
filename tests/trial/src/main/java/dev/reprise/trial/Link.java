package dev.reprise.trial;

import java.io.IOException;
import java.net.Socket;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** One connection that a peer has taken, and what was seen on it. */
final class Link {

  final String peer;
  final Socket raw;
  private final List<String> calls = new ArrayList<>();
  private final Set<String> users = new LinkedHashSet<>();
  volatile boolean open = true;

  /**
   * Some JDKs, such as 17, close a TLS socket that nobody refers to, as who waits on the one below.
   */
  private volatile Socket tls;

  Link(String peer, Socket raw) {
    this.peer = peer;
    this.raw = raw;
  }

  /** Its TLS lives as long as it does. */
  void keep(Socket overRaw) {
    tls = overRaw;
  }

  synchronized void request(String call, String user) {
    calls.add(call);
    users.add(user);
  }

  synchronized List<String> calls() {
    return new ArrayList<>(calls);
  }

  /** The users whose requests it carried, without those of nobody. */
  synchronized List<String> users() {
    List<String> named = new ArrayList<>(users);
    named.remove("-");
    return named;
  }

  void closeQuietly() {
    try {
      raw.close();
    } catch (IOException e) {
      // It is not needed any more.
    }
  }
}
