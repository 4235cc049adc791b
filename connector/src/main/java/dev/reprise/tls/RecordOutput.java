package dev.reprise.tls;

import java.io.IOException;
import java.net.SocketException;
import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.Status;

/**
 * The records that a {@link TlsChannel} writes. The client's last flight is held until the first
 * application data has gone out with it, which saves a system call here and a wake-up at the
 * server. Nothing is held while anybody waits for it. Guarded by the channel's lock of writers.
 */
final class RecordOutput {

  private final Tcp tcp;

  /** What was not sent yet, up to its position; null for nothing. */
  private ByteBuffer records;

  private volatile boolean holding;

  /** How much may be written in all. */
  private volatile long most = Long.MAX_VALUE;

  RecordOutput(Tcp tcp) {
    this.tcp = tcp;
  }

  /** Has an engine make records; what has no more room is sent first. */
  interface Wrapping {
    SSLEngineResult into(ByteBuffer records) throws IOException;
  }

  /** Adds what the engine makes of it. */
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

  /** Sends what there is. */
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
        requireAllowed(count);
        tcp.write(sending.array(), 0, count);
      }
    } finally {
      Buffers.give(sending);
    }
  }

  private void requireAllowed(int count) throws SocketException {
    if (tcp.written() + count > most) {
      throw new SocketException("The peer asks for answers and reads none");
    }
  }

  /** The handshake is done, and its last flight is not sent yet. */
  void hold() {
    holding = records != null;
  }

  /** Whether something is held back of the handshake. */
  boolean isHolding() {
    return holding;
  }

  /** Bounds what is written from now on, since it is in answer to the peer alone. */
  void answerAtMost(int bytes) {
    most = tcp.written() + bytes;
  }

  /** As much may be written as the user likes. */
  void writeFreely() {
    most = Long.MAX_VALUE;
  }

  /** Gives the buffer back; nothing is written any more. */
  void release() {
    Buffers.give(records);
    records = null;
  }
}
