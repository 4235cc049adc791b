package dev.reprise.junit;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** A server that methods take as a parameter. */
@ExtendWith(ClosingServer.class)
class ParameterTest {

  private static ClosingServer first;

  @BeforeAll
  static void isGivenToo(ClosingServer server) {
    first = server;
  }

  @Test
  void itIsGiven(ClosingServer server) throws IOException {
    assertThat(server).isSameAs(first);
    assertThat(ClosingServerTest.get(server.uri(), server.sslContext().getSocketFactory()))
        .isEmpty();
  }
}
