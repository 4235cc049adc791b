package dev.reprise.tls.internal.channel;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * The records that a {@link TlsChannel} writes. It holds back the client's last flight until the
 * first application data, which saves a system call here and a wake-up at the server. Nothing is
 * held while another thread waits for it. Guarded by the channel's lock of writers.
 */
public final class RecordOutput {

  private final Tcp tcp;

  /** What was not sent yet, up to its position; null if there is nothing. */
  private ByteBuffer records;

  private volatile boolean holding;

  /** How many bytes may be written in all. */
  private volatile long most = Long.MAX_VALUE;

  RecordOutput(Tcp tcp) {
    this.tcp = tcp;
  }

  /** Makes records by an engine. If there is no room, what is there is sent first. */
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

  /** The handshake is done, and its last flight is not sent yet. */
  void hold() {
    holding = records != null;
  }

  boolean isHolding() {
    return holding;
  }

  /** Bounds what is written from now on, which only answers the peer. */
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
