package dev.reprise.httpclient4;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;

/** A socket whose peer has sent all that it will, and reads everything. */
final class MemorySocket extends Socket {

  private final InputStream in;
  private boolean closed;

  MemorySocket(byte[] fromPeer) {
    in = new ByteArrayInputStream(fromPeer);
  }

  @Override
  public InputStream getInputStream() {
    return in;
  }

  @Override
  public OutputStream getOutputStream() {
    return OutputStream.nullOutputStream();
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
