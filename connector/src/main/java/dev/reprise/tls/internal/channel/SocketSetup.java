package dev.reprise.tls.internal.channel;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Records how a socket was bound, configured and connected, so that another can replace it. Options
 * set after the handshake are not recorded. Thread-safe, as socket options are.
 */
public final class SocketSetup {

  interface Step {
    void on(Tcp tcp) throws IOException;
  }

  private volatile Queue<Step> options = new ConcurrentLinkedQueue<>();
  private volatile SocketAddress bindpoint;

  /** Null until the socket is connected. */
  private volatile Step connect;

  /** The size of the send buffer in bytes, if the user has set one. */
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

  /** Returns whether a second socket can connect alike: not if the user chose the local port. */
  boolean repeatable() {
    return options != null && connect != null && hasFreePort();
  }

  void applyTo(Tcp tcp) throws IOException {
    replayOn(tcp);
    if (bindpoint != null) {
      tcp.bind(bindpoint);
    }
  }

  /** Sets the recorded options on a socket, connected or not. */
  void replayOn(Tcp tcp) throws IOException {
    for (Step option : options) {
      option.on(tcp);
    }
  }

  /** Returns the local address that the user chose; null if there is none. */
  public InetAddress localAddress() {
    return bindpoint == null ? null : ((InetSocketAddress) bindpoint).getAddress();
  }

  /** Returns whether the user chose no local port, so that any number of sockets can bind alike. */
  public boolean hasFreePort() {
    return bindpoint == null
        || bindpoint instanceof InetSocketAddress && ((InetSocketAddress) bindpoint).getPort() == 0;
  }

  void connect(Tcp tcp) throws IOException {
    connect.on(tcp);
  }
}
