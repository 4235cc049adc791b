package com.example.quotes;

import javax.xml.transform.dom.DOMResult;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.stereotype.Component;
import org.springframework.web.util.HtmlUtils;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.xml.transform.StringSource;
import org.springframework.xml.xpath.XPathExpression;
import org.springframework.xml.xpath.XPathExpressionFactory;

/** Plain Spring-WS: nothing here knows of Reprise. */
@Component
class QuoteClient {

  private static final String REQUEST =
      "<QuoteRequest xmlns='https://reprise.dev/demo/quotes'>"
          + "<product>%s</product><customer>4711</customer><sumInsured>250000.00</sumInsured>"
          + "</QuoteRequest>";

  private final XPathExpression premium =
      XPathExpressionFactory.createXPathExpression("//*[local-name()='premium']");
  private final WebServiceTemplate provider;

  QuoteClient(WebServiceTemplateBuilder builder, @Value("${quotes.url}") String url) {
    provider = builder.setDefaultUri(url).build();
  }

  String premium(String product) {
    StringSource request =
        new StringSource(String.format(REQUEST, HtmlUtils.htmlEscape(product, "UTF-8")));
    DOMResult response = new DOMResult();
    provider.sendSourceAndReceiveToResult(request, response);
    return premium.evaluateAsString(response.getNode());
  }
}
