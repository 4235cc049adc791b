package dev.reprise.tls.internal.channel;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * How a socket was bound, configured and connected, so that another one can be in its place. Until
 * the handshake is done; options set later are not noted. Thread-safe, as socket options are.
 */
public final class SocketSetup {

  interface Step {
    void on(Tcp tcp) throws IOException;
  }

  private volatile Queue<Step> options = new ConcurrentLinkedQueue<>();
  private volatile SocketAddress bindpoint;

  /** Null as long as nothing is connected. */
  private volatile Step connect;

  /** Its size in bytes, where the user has set one. */
  volatile int sendBuffer = Integer.MAX_VALUE;

  /** Whether the caller asked for a reset at close: SO_LINGER 0. */
  volatile boolean lingerZero;

  void add(Step option) {
    Queue<Step> noted = options;
    if (noted != null) {
      noted.add(option);
    }
  }

  void bound(SocketAddress address) {
    bindpoint = address;
  }

  void connected(SocketAddress address, int timeoutMillis) {
    connect = tcp -> tcp.connect(address, timeoutMillis);
  }

  void settled() {
    options = null;
  }

  /** Whether it can be done once more: not with a local port of the user's choice. */
  boolean repeatable() {
    return options != null && connect != null && hasFreePort();
  }

  void applyTo(Tcp tcp) throws IOException {
    replayOn(tcp);
    if (bindpoint != null) {
      tcp.bind(bindpoint);
    }
  }

  /** Configures a socket that is connected in the same way. */
  void replayOn(Tcp tcp) throws IOException {
    for (Step option : options) {
      option.on(tcp);
    }
  }

  /** The local address of the user's choice; null if there is none. */
  public InetAddress localAddress() {
    return bindpoint == null ? null : ((InetSocketAddress) bindpoint).getAddress();
  }

  /** Whether the local end is one that any number of sockets can have. */
  public boolean hasFreePort() {
    return bindpoint == null
        || bindpoint instanceof InetSocketAddress && ((InetSocketAddress) bindpoint).getPort() == 0;
  }

  void connect(Tcp tcp) throws IOException {
    connect.on(tcp);
  }
}
