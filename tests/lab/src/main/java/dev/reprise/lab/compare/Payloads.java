package dev.reprise.lab.compare;

import java.nio.charset.StandardCharsets;

/** What is sent to the demo server: SOAP of a size that is usual. */
final class Payloads {

  static final String CONTENT_TYPE = "text/xml; charset=utf-8";

  private static final int ENVELOPE_BYTES = 600;
  private static final String HEAD =
      "<SOAP-ENV:Envelope xmlns:SOAP-ENV=\"http://schemas.xmlsoap.org/soap/envelope/\">"
          + "<SOAP-ENV:Header/><SOAP-ENV:Body>";
  private static final String TAIL = "</SOAP-ENV:Body></SOAP-ENV:Envelope>";
  private static final String PAYLOAD_HEAD =
      "<QuoteRequest xmlns=\"https://reprise.dev/demo/quotes\"><product>house</product>"
          + "<customer>A. Customer</customer><sumInsured>250000.00</sumInsured><remarks>";
  private static final String PAYLOAD_TAIL = "</remarks></QuoteRequest>";

  private Payloads() {}

  /** A SOAP envelope of 600 bytes. */
  static byte[] envelope() {
    return (HEAD + text() + TAIL).getBytes(StandardCharsets.US_ASCII);
  }

  /** The payload element of that envelope. */
  static byte[] payload() {
    return text().getBytes(StandardCharsets.US_ASCII);
  }

  private static String text() {
    int rest =
        ENVELOPE_BYTES
            - HEAD.length()
            - PAYLOAD_HEAD.length()
            - PAYLOAD_TAIL.length()
            - TAIL.length();
    return PAYLOAD_HEAD + "x".repeat(rest) + PAYLOAD_TAIL;
  }
}
