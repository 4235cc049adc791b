package dev.reprise.demo;

import java.nio.charset.StandardCharsets;

/** Ready SOAP texts: the sample request and the canned response. */
final class SoapMessages {
  static final String NAMESPACE = "https://reprise.dev/demo/quotes";
  static final String CONTENT_TYPE = "text/xml;charset=utf-8";

  private static final String SAMPLE_REQUEST =
      """
      <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
        <soap:Body>
          <QuoteRequest xmlns="%s">
            <product>household</product>
            <customer>C-1001</customer>
            <sumInsured>50000.00</sumInsured>
          </QuoteRequest>
        </soap:Body>
      </soap:Envelope>
      """
          .formatted(NAMESPACE);

  private static final String RESPONSE_HEAD =
      """
      <soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"><soap:Body>\
      <QuoteResponse xmlns="%s"><number>Q-1</number><product>household</product>\
      <premium>250.00</premium><currency>EUR</currency><terms>"""
          .formatted(NAMESPACE);

  private static final String RESPONSE_TAIL =
      "</terms></QuoteResponse></soap:Body></soap:Envelope>";

  private SoapMessages() {}

  static String sampleRequest() {
    return SAMPLE_REQUEST;
  }

  /** A valid response of this many bytes, or of the envelope's own size if that is more. */
  static byte[] cannedResponse(int size) {
    String envelope = RESPONSE_HEAD + terms(size) + RESPONSE_TAIL;
    return envelope.getBytes(StandardCharsets.UTF_8);
  }

  /** The terms that bring a response up to a size in bytes. */
  static String terms(int responseSize) {
    return "x".repeat(Math.max(0, responseSize - RESPONSE_HEAD.length() - RESPONSE_TAIL.length()));
  }

  /** An XML document of exactly this many bytes, as far as that many can be a document. */
  static byte[] plainResponse(int size) {
    String open = "<r>";
    String close = "</r>";
    String text =
        size < open.length() + close.length()
            ? " ".repeat(size)
            : open + "x".repeat(size - open.length() - close.length()) + close;
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
