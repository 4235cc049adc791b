package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.api.FuzzedDataProvider;
import com.code_intelligence.jazzer.junit.FuzzTest;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.util.Arrays;

/** The buffers between TLS and TCP change no byte, however it is cut. */
class TcpStreamFuzzTest {

  @FuzzTest
  void whatCameIsRead(FuzzedDataProvider data) throws IOException {
    boolean readAhead = data.consumeBoolean();
    byte[] stream = data.consumeBytes(20_000);
    TcpSocket socket = new TcpSocket(new Socket(), readAhead);
    TcpInput input = new TcpInput(socket, new Pieces(stream, data), readAhead);
    ByteArrayOutputStream read = new ByteArrayOutputStream();
    byte[] target = new byte[10_000];
    while (read.size() < stream.length) {
      int offset = data.consumeInt(0, 100);
      int length = data.consumeInt(0, target.length - offset);
      assertThat(input.available()).isBetween(0, stream.length - read.size());
      if (data.remainingBytes() > 0 && length == 0) {
        assertThat(input.read(target, offset, 0)).isZero();
      } else if (length == 1) {
        read.write(input.read());
      } else {
        int count = input.read(target, offset, Math.max(1, length));
        assertThat(count).isBetween(1, Math.max(1, length));
        read.write(target, offset, count);
      }
      assertThat(socket.endOfStream()).isFalse();
    }
    assertThat(read.toByteArray()).isEqualTo(stream);
    assertThat(input.read()).isEqualTo(-1);
    assertThat(socket.endOfStream()).isTrue();
    assertThat(input.keyShareGroup()).isBetween(ServerHello.NO_GROUP, 0xffff);
  }

  @FuzzTest
  void whatWasWrittenIsSentInOrder(FuzzedDataProvider data) throws IOException {
    ByteArrayOutputStream sent = new ByteArrayOutputStream();
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    TcpOutput output = new TcpOutput(new TcpSocket(new Socket(), true), sent);
    while (data.remainingBytes() > 0) {
      byte[] bytes = data.consumeBytes(data.consumeInt(0, 5_000));
      int repeat = data.consumeInt(1, 4);
      for (int i = 0; i < repeat; i++) {
        output.write(bytes, 0, bytes.length);
        written.write(bytes);
      }
      if (data.consumeBoolean()) {
        output.send();
        assertThat(sent.toByteArray()).isEqualTo(written.toByteArray());
      }
      assertThat(sent.toByteArray()).isEqualTo(Arrays.copyOf(written.toByteArray(), sent.size()));
    }
    output.sendAndHoldNoMore();
    output.write(1);
    written.write(1);
    assertThat(sent.toByteArray()).isEqualTo(written.toByteArray());
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
