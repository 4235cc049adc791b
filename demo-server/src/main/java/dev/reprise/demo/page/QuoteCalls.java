package dev.reprise.demo.page;

import java.io.OutputStream;
import java.io.StringReader;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.springframework.ws.client.core.WebServiceTemplate;

/** Asks the demo server for quotes. Thread-safe. */
final class QuoteCalls {
  private static final String REQUEST =
      """
      <QuoteRequest xmlns="https://reprise.dev/demo/quotes"><product>household</product>\
      <customer>C-1001</customer><sumInsured>50000.00</sumInsured></QuoteRequest>""";

  private final WebServiceTemplate template;
  private final Target target;

  QuoteCalls(WebServiceTemplate template, Target target) {
    this.template = template;
    this.target = target;
  }

  /** Calls once; throws what the template throws. */
  void call(boolean faulty) {
    boolean answered =
        template.sendSourceAndReceiveToResult(
            target.service(faulty),
            new StreamSource(new StringReader(REQUEST)),
            new StreamResult(OutputStream.nullOutputStream()));
    if (!answered) {
      throw new IllegalStateException("an empty answer");
    }
  }
}
