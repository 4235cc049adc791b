package dev.reprise.tls.internal.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.reprise.fuzz.MemorySocket;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;

/** The buffers between TLS and TCP change no byte, however it is cut. */
class TcpStreamFuzzTest {

  @FuzzTest
  void whatCameIsRead(FuzzedDataProvider data) throws IOException {
    byte[] stream = data.consumeBytes(20_000);
    Tcp tcp = new Tcp(new MemorySocket(new Pieces(stream, data), null), null);
    RecordInput input = new RecordInput(tcp);
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    while (read.size() < stream.length) {
      if (data.consumeBoolean() || !input.records().hasRemaining()) {
        assertThat(input.fill(Tcp.AS_SET)).isEqualTo(input.hasCome() && !input.ended());
      }
      ByteBuffer records = input.records();
      int most = records.remaining();
      byte[] taken = new byte[data.remainingBytes() == 0 ? most : data.consumeInt(0, most)];
      records.get(taken);
      input.taken();
      read.write(taken);
      if (input.ended() && !input.records().hasRemaining()) {
        break;
      }
    }
    assertThat(read.toByteArray()).isEqualTo(stream);
    assertThat(input.fill(Tcp.AS_SET)).isFalse();
    assertThat(input.ended()).isTrue();
    assertThat(input.keyShareGroup()).isBetween(ServerHello.NO_GROUP, 0xffff);
  }

  @FuzzTest
  void whatWasWrittenIsSentInOrder(FuzzedDataProvider data) throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    RecordOutput output = new RecordOutput(new Tcp(new MemorySocket(null, sent), null));
    while (data.remainingBytes() > 0) {
      ByteBuffer bytes = ByteBuffer.wrap(data.consumeBytes(data.consumeInt(0, 5_000)));
      int repeat = data.consumeInt(1, 4);
      for (int i = 0; i < repeat; i++) {
        output.add(records -> copied(bytes.duplicate(), records));
        written.write(bytes.array());
      }
      if (data.consumeBoolean()) {
        output.send();
        assertThat(sent.toByteArray()).isEqualTo(written.toByteArray());
      }
      assertThat(sent.toByteArray()).isEqualTo(Arrays.copyOf(written.toByteArray(), sent.size()));
    }
    output.send();
    assertThat(sent.toByteArray()).isEqualTo(written.toByteArray());
  }

  /** As an engine does, which takes all of what is no more than a record. */
  private static SSLEngineResult copied(ByteBuffer source, ByteBuffer records) {
    int count = source.remaining();
    if (count > records.remaining()) {
      return new SSLEngineResult(Status.BUFFER_OVERFLOW, HandshakeStatus.NOT_HANDSHAKING, 0, 0);
    }
    records.put(source);
    return new SSLEngineResult(Status.OK, HandshakeStatus.NOT_HANDSHAKING, count, count);
  }

  /** Gives what it has in pieces of any size, as a network does. */
  private static final class Pieces extends InputStream {

    private final byte[] stream;
    private final FuzzedDataProvider data;
    private int position;

    Pieces(byte[] stream, FuzzedDataProvider data) {
      this.stream = stream;
      this.data = data;
    }

    @Override
    public int read() {
      return position == stream.length ? -1 : stream[position++] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) {
      if (position == stream.length) {
        return -1;
      }
      int count = Math.min(data.consumeInt(1, length), stream.length - position);
      System.arraycopy(stream, position, bytes, offset, count);
      position += count;
      return count;
    }

    @Override
    public int available() {
      return stream.length - position;
    }
  }
}
