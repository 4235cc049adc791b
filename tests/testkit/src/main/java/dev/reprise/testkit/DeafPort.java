package dev.reprise.testkit;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;

/** A port whose queue of connections is full, so that the system leaves more of them unanswered. */
final class DeafPort implements AutoCloseable {

  private static final int MOST = 16;
  private static final int CONNECT_MILLIS = 300;

  private final ServerSocket listener;
  private final List<Socket> queued = new ArrayList<>();

  DeafPort(InetAddress address, int port) throws IOException {
    listener = new ServerSocket(port, 1, address);
    boolean answered = true;
    while (answered && queued.size() < MOST) {
      Socket socket = new Socket();
      queued.add(socket);
      try {
        socket.connect(new InetSocketAddress(address, port), CONNECT_MILLIS);
      } catch (SocketTimeoutException e) {
        answered = false;
      }
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    for (Socket socket : queued) {
      socket.close();
    }
  }
}
