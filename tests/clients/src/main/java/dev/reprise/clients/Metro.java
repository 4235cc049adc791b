package dev.reprise.clients;

import dev.reprise.subject.Equipment;
import dev.reprise.subject.Session;
import jakarta.xml.ws.BindingProvider;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.namespace.QName;
import javax.xml.transform.OutputKeys;
import javax.xml.transform.Source;
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;

final class Metro {

  private Metro() {}

  static Session open(Equipment given, String url) {
    QName port = new QName("urn:test", "port");
    Service service = Service.create(new QName("urn:test", "service"));
    service.addPort(port, SOAPBinding.SOAP11HTTP_BINDING, url);
    return Session.of(() -> call(given, service, port));
  }

  private static String call(Equipment given, Service service, QName port)
      throws TransformerException {
    Dispatch<Source> dispatch = service.createDispatch(port, Source.class, Service.Mode.PAYLOAD);
    ((BindingProvider) dispatch)
        .getRequestContext()
        .put("com.sun.xml.ws.transport.https.client.SSLSocketFactory", given.sockets());
    Source answer = dispatch.invoke(new StreamSource(new StringReader("<ping/>")));
    StringWriter text = new StringWriter();
    Transformer transformer = TransformerFactory.newInstance().newTransformer();
    transformer.setOutputProperty(OutputKeys.OMIT_XML_DECLARATION, "yes");
    transformer.transform(answer, new StreamResult(text));
    return text.toString();
  }
}
