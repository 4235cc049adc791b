package dev.reprise.probe.wire;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;

/**
 * A ClientHello with a key share of X25519MLKEM768, as JDK 27 and browsers send it. It is too long
 * for some proxies and firewalls. Only the first answer is read, so random bytes do for the keys.
 */
public final class HybridHello {

  /** How a server answers this ClientHello. */
  public enum Answer {
    ANSWERED("answered"),
    ALERT("refused by an alert"),
    CLOSED("the connection was closed or reset"),
    SILENCE("no answer"),
    OTHER("answered with something that is no ServerHello");

    public final String words;

    Answer(String words) {
      this.words = words;
    }
  }

  private static final int HYBRID = 0x11ec;
  private static final int X25519 = 0x1d;
  private static final int[] SUITES = {
    0x1301, 0x1302, 0x1303, 0xc02b, 0xc02c, 0xc02f, 0xc030, 0x9e, 0x9f, 0xc023, 0xc024, 0xc027,
    0xc028, 0xc009, 0xc00a, 0xc013, 0xc014, 0x33, 0x39, 0x9c, 0x9d, 0x3c, 0x3d, 0x2f, 0x35
  };

  private HybridHello() {}

  /**
   * Sends a ClientHello and reads the first answer. The socket must have a read timeout.
   *
   * @param server the name to tell; null for an address
   * @param apart how many milliseconds apart its two halves are sent
   */
  public static Answer send(Socket tcp, String server, long apart)
      throws IOException, InterruptedException {
    byte[] hello = hello(server);
    int half = hello.length / 2;
    try {
      OutputStream out = tcp.getOutputStream();
      out.write(hello, 0, half);
      Thread.sleep(apart);
      out.write(hello, half, hello.length - half);
      return answer(new DataInputStream(tcp.getInputStream()));
    } catch (SocketTimeoutException e) {
      return Answer.SILENCE;
    } catch (IOException e) {
      return Answer.CLOSED;
    }
  }

  private static Answer answer(DataInputStream in) throws IOException {
    byte[] record = new byte[5];
    in.readFully(record);
    if (record[1] == 3 && record[0] == Message.ALERT) {
      return Answer.ALERT;
    }
    boolean handshake = record[1] == 3 && record[0] == Message.HANDSHAKE;
    return handshake && in.readByte() == Message.SERVER_HELLO ? Answer.ANSWERED : Answer.OTHER;
  }

  private static byte[] hello(String server) {
    SecureRandom random = new SecureRandom();
    byte[] noise = new byte[96];
    byte[] hybrid = new byte[1184 + 32];
    random.nextBytes(noise);
    random.nextBytes(hybrid);
    for (int i = 0; i < 1152; i++) {
      // Two numbers of 12 bits in three bytes, each below 3329, as servers check (FIPS 203).
      hybrid[i] &= (byte) (i % 3 == 0 ? 0xff : i % 3 == 1 ? 0xf7 : 0x7f);
    }
    ByteBuffer to = ByteBuffer.allocate(2048);
    to.put(new byte[] {Message.HANDSHAKE, 3, 1}).put(new byte[6]);
    to.putShort((short) 0x0303).put(noise, 0, 32).put((byte) 32).put(noise, 32, 32);
    list(to, SUITES);
    to.putShort((short) 0x0100);
    int extensions = to.position();
    to.putShort((short) 0);
    if (server != null) {
      byte[] name = server.getBytes(StandardCharsets.US_ASCII);
      extension(to, 0, name.length + 5).putShort((short) (name.length + 3)).put((byte) 0);
      to.putShort((short) name.length).put(name);
    }
    list(extension(to, 10, 12), HYBRID, X25519, 0x17, 0x18, 0x19);
    extension(to, 11, 2).putShort((short) 0x0100);
    list(extension(to, 13, 20), 0x403, 0x503, 0x603, 0x804, 0x805, 0x806, 0x401, 0x501, 0x601);
    extension(to, Hello.EXTENDED_MASTER_SECRET, 0);
    extension(to, Hello.SESSION_TICKET, 0);
    extension(to, Hello.SUPPORTED_VERSIONS, 5).put(new byte[] {4, 3, 4, 3, 3});
    extension(to, 45, 2).putShort((short) 0x0101);
    extension(to, Hello.KEY_SHARE, hybrid.length + 42).putShort((short) (hybrid.length + 40));
    to.putShort((short) HYBRID).putShort((short) hybrid.length).put(hybrid);
    to.putShort((short) X25519).putShort((short) 32).put(noise, 64, 32);
    to.putShort(extensions, (short) (to.position() - extensions - 2));
    to.putShort(3, (short) (to.position() - 5));
    to.putInt(5, Message.CLIENT_HELLO << 24 | to.position() - 9);
    return Arrays.copyOf(to.array(), to.position());
  }

  private static ByteBuffer extension(ByteBuffer to, int number, int length) {
    return to.putShort((short) number).putShort((short) length);
  }

  private static void list(ByteBuffer to, int... numbers) {
    to.putShort((short) (2 * numbers.length));
    for (int number : numbers) {
      to.putShort((short) number);
    }
  }
}
