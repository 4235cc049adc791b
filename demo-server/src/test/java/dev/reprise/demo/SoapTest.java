package dev.reprise.demo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.demo.quotes.QuoteRequest;
import dev.reprise.demo.quotes.QuoteResponse;
import java.io.StringReader;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import javax.wsdl.Definition;
import javax.wsdl.Port;
import javax.wsdl.extensions.soap.SOAPAddress;
import javax.wsdl.factory.WSDLFactory;
import javax.xml.namespace.QName;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.oxm.jaxb.Jaxb2Marshaller;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.ws.transport.http.HttpsUrlConnectionMessageSender;
import org.xml.sax.InputSource;

/** The SOAP service, through its contract. */
class SoapTest {
  private static DemoServer server;

  @BeforeAll
  static void start() {
    server = DemoServer.start(DemoOptions.builder().responseSize(5000).build());
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"/ws", "/soap-canned", "/fault/none/ws", "/fault/close-without-close-notify/ws"})
  void quotes(String path) {
    QuoteResponse response = quote(path);

    assertThat(response.getProduct()).isEqualTo("household");
    assertThat(response.getPremium()).isEqualByComparingTo("250.00");
    assertThat(response.getTerms()).hasSizeGreaterThan(4000);
  }

  @Test
  void eachQuoteHasANumberOfItsOwn() {
    assertThat(quote("/ws").getNumber()).isNotEqualTo(quote("/ws").getNumber());
  }

  @ParameterizedTest
  @ValueSource(strings = {"/ws", "/fault/none/ws"})
  void theWsdlLeadsToTheService(String path) throws Exception {
    HttpResponse<String> wsdl = HttpCalls.get(server, server.baseUrl() + path + "/quotes.wsdl");

    Definition definition =
        WSDLFactory.newInstance()
            .newWSDLReader()
            .readWSDL(null, new InputSource(new StringReader(wsdl.body())));

    QName service = new QName(SoapMessages.NAMESPACE, "QuotesService");
    Port port = definition.getService(service).getPort("QuotesSoap11");
    SOAPAddress address = (SOAPAddress) port.getExtensibilityElements().get(0);
    assertThat(address.getLocationURI()).isEqualTo(server.baseUrl() + "/ws");
    assertThat(wsdl.headers().firstValueAsLong("Content-Length")).hasValue(wsdl.body().length());
  }

  @Test
  void theSampleRequestIsAnsweredWithAContentLength() throws Exception {
    HttpResponse<String> answer =
        HttpCalls.post(server, "/ws", Files.readString(server.sampleRequestPath()));

    assertThat(answer.body()).contains("QuoteResponse");
    assertThat(answer.headers().firstValueAsLong("Content-Length"))
        .hasValue(answer.body().length());
  }

  private static QuoteResponse quote(String path) {
    QuoteRequest request = new QuoteRequest();
    request.setProduct("household");
    request.setCustomer("C-1");
    request.setSumInsured(new BigDecimal("50000"));
    return (QuoteResponse) template().marshalSendAndReceive(server.baseUrl() + path, request);
  }

  private static WebServiceTemplate template() {
    Jaxb2Marshaller marshaller = new Jaxb2Marshaller();
    marshaller.setPackagesToScan("dev.reprise.demo.quotes");
    WebServiceTemplate template = new WebServiceTemplate(marshaller);
    HttpsUrlConnectionMessageSender sender = new HttpsUrlConnectionMessageSender();
    sender.setTrustManagers(server.trustManagers());
    template.setMessageSender(sender);
    return template;
  }
}
