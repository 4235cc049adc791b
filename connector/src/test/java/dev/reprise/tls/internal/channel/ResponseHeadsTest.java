package dev.reprise.tls.internal.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What of a stream is interim responses, cut into reads at every place. */
class ResponseHeadsTest {

  private static void assertAtEachCut(String stream, boolean closes, boolean expected) {
    byte[] bytes =
        stream
            .replace("|", "\r\n")
            .replace("\\n", "\n")
            .replace("\\t", "\t")
            .replace("~", "x".repeat(300))
            .getBytes(StandardCharsets.US_ASCII);
    for (int cut = 1; cut < bytes.length; cut++) {
      ResponseHeads responses = new ResponseHeads();
      responses.areAll(bytes, 0, cut);
      boolean interim = responses.areAll(bytes, cut, bytes.length - cut);
      assertThat(closes ? responses.announceClose() : interim)
          .as("cut at " + cut)
          .isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP/1.1 100 Continue||, true",
    "HTTP/1.1 103 Early Hints|Link: </a>|Link: </b>||, true",
    "HTTP/1.1 100 ||HTTP/1.1 103 Early|Link: <x>||, true",
    "HTTP/1.0 199 x\\n\\n, true",
    "HTTP/1.1 200 OK||, false",
    "HTTP/1.1 101 Switching Protocols||, false",
    "HTTP/1.1 100 Continue||HTTP/1.1 200 OK||, false",
    "HTTP/1.1 100 Continue||H, false",
    "HTTP/1.1 103 Early Hints|Link: <x>|, false",
    "HTTP/1.1 10, false",
    "HTTP/1.1 1xx||, false",
    "HTTP/2.0 100 Continue||, false",
    "||, false",
    "{}, false",
  })
  void isInterimAlone(String stream, boolean expected) {
    assertAtEachCut(stream, false, expected);
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP/1.1 200 OK|Connection: close||body, true",
    "HTTP/1.1 200 OK|Server: x|CONNECTION:CLOSE||, true",
    "HTTP/1.1 200 OK|Server: ~|Connection: close||, true",
    "'HTTP/1.0 500 No|Connection: TE ,\tClose|Date: x||', true",
    "HTTP/1.1 100 Continue|Connection: close||HTTP/1.1 200 OK||, false",
    "HTTP/1.1 100 Continue||HTTP/1.1 200 OK|connection: close||, true",
    "HTTP/1.1 200 OK|Connection: keep-alive||Connection: close||, false",
    "HTTP/1.1 200 OK|Connection: closed||, false",
    "HTTP/1.1 200 OK|X-Connection: close||, false",
    "HTTP/1.1 200 Connection: close|Server: close||, false",
    "HTTP/1.1 200 OK|Connection: close|, false",
    "HTTP/1.0 200 OK|Server: x||, true",
    "HTTP/1.0 200 OK|Server: x|, false",
    "HTTP/1.0 200 OK|Connection: Keep-Alive||, false",
    "'HTTP/1.0 200 OK|Connection: keep-alive, close||', true",
    "HTTP/1.0 200 OK|Connection: keep-alives||, true",
    "HTTP/1.0 100 Continue||HTTP/1.1 200 OK||, false",
    "HTTP/1.0 100 Continue||{}, false",
    "HTTP/1.0_200 OK||, false",
  })
  void announcesTheClose(String stream, boolean expected) {
    assertAtEachCut(stream, true, expected);
  }
}
