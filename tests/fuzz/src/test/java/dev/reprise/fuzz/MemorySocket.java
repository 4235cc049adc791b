package dev.reprise.fuzz;

import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** A socket that has these streams. */
public final class MemorySocket extends Socket {

  private final InputStream in;
  private final OutputStream out;
  private boolean closed;

  public MemorySocket(InputStream in, OutputStream out) {
    this.in = in;
    this.out = out;
  }

  @Override
  public InputStream getInputStream() {
    return in;
  }

  @Override
  public OutputStream getOutputStream() {
    return out;
  }

  @Override
  public boolean isClosed() {
    return closed;
  }

  @Override
  public synchronized void close() {
    closed = true;
  }

  @Override
  public void shutdownInput() {}

  @Override
  public void shutdownOutput() {}

  @Override
  public synchronized void setSoTimeout(int timeout) {}

  @Override
  public synchronized int getSoTimeout() {
    return 0;
  }
}
