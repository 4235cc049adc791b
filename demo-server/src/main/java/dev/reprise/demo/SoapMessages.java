package dev.reprise.demo;

import java.nio.charset.StandardCharsets;

/** Ready SOAP texts: the sample request and the canned response. */
final class SoapMessages {
  static final String NAMESPACE = "https://reprise.dev/demo/quotes";
  static final int SIZE = 1024;
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

  /** A valid response of {@value #SIZE} bytes. */
  static byte[] cannedResponse() {
    return (RESPONSE_HEAD + terms() + RESPONSE_TAIL).getBytes(StandardCharsets.UTF_8);
  }

  /** The terms that bring a response up to its size. */
  static String terms() {
    return "x".repeat(SIZE - RESPONSE_HEAD.length() - RESPONSE_TAIL.length());
  }

  /** An XML document of as many bytes. */
  static byte[] plainResponse() {
    return ("<r>" + "x".repeat(SIZE - 7) + "</r>").getBytes(StandardCharsets.UTF_8);
  }
}
