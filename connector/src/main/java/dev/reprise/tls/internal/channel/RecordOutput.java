package dev.reprise.tls.internal.channel;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * Buffers the records that a {@link TlsChannel} writes. Holds back the client's last flight until
 * the first application data, which saves a system call here and a wake-up at the server. A reader
 * that has to wait for the server sends it first. Guarded by the channel's writer lock.
 */
public final class RecordOutput {

  private final Tcp tcp;

  /** Unsent records, up to the position; null if there are none. */
  private ByteBuffer records;

  private volatile boolean holding;

  /** The limit of all bytes written on this TCP connection. */
  private volatile long most = Long.MAX_VALUE;

  RecordOutput(Tcp tcp) {
    this.tcp = tcp;
  }

  /** Lets an engine write records. If they do not fit, {@code add} sends the buffer first. */
  interface Wrapping {
    SSLEngineResult into(ByteBuffer records) throws IOException;
  }

  SSLEngineResult add(Wrapping wrapping) throws IOException {
    if (records == null) {
      records = Buffers.take();
    }
    SSLEngineResult result = wrapping.into(records);
    while (result.getStatus() == Status.BUFFER_OVERFLOW) {
      int larger = records.position() > 0 ? 0 : 2 * records.capacity();
      send();
      records = Buffers.take(larger);
      result = wrapping.into(records);
    }
    return result;
  }

  void send() throws IOException {
    ByteBuffer sending = records;
    if (sending == null) {
      return;
    }
    records = null;
    holding = false;
    try {
      int count = sending.position();
      if (count > 0) {
        if (tcp.written() + count > most) {
          throw new SocketException("The peer asks for replies but reads none");
        }
        tcp.write(sending.array(), 0, count);
      }
    } finally {
      sending.flip();
      Buffers.give(sending);
    }
  }

  /** Holds back the last flight of the completed handshake, if it was not sent yet. */
  void hold() {
    holding = records != null;
  }

  boolean isHolding() {
    return holding;
  }

  /** Limits what is written from now on to {@code bytes}, which only answer the peer. */
  public void answerAtMost(int bytes) {
    most = tcp.written() + bytes;
  }

  public void writeFreely() {
    most = Long.MAX_VALUE;
  }

  void release() {
    Buffers.give(records);
    records = null;
  }
}
