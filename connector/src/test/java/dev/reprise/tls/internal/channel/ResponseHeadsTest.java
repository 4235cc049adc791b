package dev.reprise.tls.internal.channel;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a stream is interim responses, cut into reads at every place. */
class ResponseHeadsTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 100 Continue\r\n\r\n",
        "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\nLink: </b>\r\n\r\n",
        "HTTP/1.1 100 \r\n\r\nHTTP/1.1 103 Early\r\nLink: <x>\r\n\r\n",
        "HTTP/1.0 199 x\n\n",
      })
  void interim(String stream) {
    byte[] bytes = stream.getBytes(StandardCharsets.US_ASCII);
    for (int cut = 1; cut < bytes.length; cut++) {
      ResponseHeads responses = new ResponseHeads();
      responses.areAll(bytes, 0, cut);
      assertThat(responses.areAll(bytes, cut, bytes.length - cut)).as("cut at " + cut).isTrue();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 101 Switching Protocols\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
        "HTTP/1.1 100 Continue\r\n\r\nH",
        "HTTP/1.1 103 Early Hints\r\nLink: <x>\r\n",
        "HTTP/1.1 10",
        "HTTP/1.1 1xx\r\n\r\n",
        "HTTP/2.0 100 Continue\r\n\r\n",
        "\r\n\r\n",
        "{}",
      })
  void notInterimAlone(String stream) {
    byte[] bytes = stream.getBytes(StandardCharsets.US_ASCII);
    for (int cut = 1; cut < bytes.length; cut++) {
      ResponseHeads responses = new ResponseHeads();
      responses.areAll(bytes, 0, cut);
      assertThat(responses.areAll(bytes, cut, bytes.length - cut)).as("cut at " + cut).isFalse();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "HTTP/1.1 200 OK|Connection: close||body, true",
    "HTTP/1.1 200 OK|Server: x|CONNECTION:CLOSE||, true",
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
    "HTTP/1.0_200 OK||, false",
  })
  void announcesTheClose(String stream, boolean expected) {
    byte[] bytes =
        stream.replace("|", "\r\n").replace("\\t", "\t").getBytes(StandardCharsets.US_ASCII);
    for (int cut = 1; cut < bytes.length; cut++) {
      ResponseHeads responses = new ResponseHeads();
      responses.areAll(bytes, 0, cut);
      responses.areAll(bytes, cut, bytes.length - cut);
      assertThat(responses.announceClose()).as("cut at " + cut).isEqualTo(expected);
    }
  }
}
