package dev.reprise.tls.internal.channel;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.reprise.testkit.Hello;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** The group that a server's first flight tells, against a parser that keeps every field. */
class ServerHelloFuzzTest {

  private static final int RECORD_HEADER = 5;
  private static final int MESSAGE_HEADER = 4;

  @FuzzTest
  void theGroupOfAnyFirstFlight(byte[] flight) {
    int group = ServerHello.keyShareGroup(flight, 0, flight.length);

    assertThat(group).isBetween(ServerHello.NO_GROUP, 0xffff);
    assertThat(ServerHello.keyShareGroup(withRest(flight), 3, 3 + flight.length)).isEqualTo(group);
    byte[] message = serverHello(flight);
    if (message != null) {
      assertThat(group).isEqualTo(groupOf(Hello.of(message)));
    }
  }

  /** What stands in a buffer before and behind the bytes that came must not count. */
  private static byte[] withRest(byte[] flight) {
    byte[] buffer = new byte[3 + flight.length + 64];
    Arrays.fill(buffer, (byte) 51);
    System.arraycopy(flight, 0, buffer, 3, flight.length);
    return buffer;
  }

  /** The message at the head of the flight, if it is a ServerHello without a flaw; else null. */
  private static byte[] serverHello(byte[] flight) {
    if (flight.length < RECORD_HEADER + MESSAGE_HEADER
        || flight[0] != 22
        || flight[RECORD_HEADER] != Hello.SERVER_HELLO
        || flight[RECORD_HEADER + 1] != 0) {
      return null;
    }
    int size = ByteBuffer.wrap(flight).getShort(RECORD_HEADER + 2) & 0xffff;
    int end = RECORD_HEADER + MESSAGE_HEADER + size;
    if (end > flight.length) {
      return null;
    }
    byte[] message = Arrays.copyOfRange(flight, RECORD_HEADER, end);
    try {
      return Arrays.equals(Hello.of(message).encoded(), message) ? message : null;
    } catch (RuntimeException e) {
      return null;
    }
  }

  private static int groupOf(Hello hello) {
    byte[] keyShare = hello.extension(Hello.KEY_SHARE);
    return keyShare.length < 2
        ? ServerHello.NO_GROUP
        : ByteBuffer.wrap(keyShare).getShort() & 0xffff;
  }
}
