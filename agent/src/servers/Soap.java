import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.*;
import jakarta.xml.ws.*;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.*;
import java.util.Collections;
import java.util.concurrent.*;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.apache.axiom.om.util.AXIOMUtil;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.client.ServiceClient;
import org.apache.axis2.context.*;

/** An application that knows nothing of Reprise: calls a SOAP service by four threads. */
@WebServlet("/")
public class Soap extends HttpServlet {

  private static final String QUESTION = "<q:ask xmlns:q='urn:q'/>";

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String url = request.getParameter("url");
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      if (url != null) {
        Callable<?> call = request.getParameter("axis") == null ? () -> jaxWs(url) : axis2(url);
        for (Future<?> each : threads.invokeAll(Collections.nCopies(100, call))) {
          each.get();
        }
      }
    } catch (Exception e) {
      throw new IOException(e);
    } finally {
      threads.shutdown();
    }
  }

  /** As old applications often do, with a client for each call. */
  private static Object jaxWs(String url) {
    QName port = new QName("urn:q", "P");
    Service service = Service.create(new QName("urn:q", "S"));
    service.addPort(port, SOAPBinding.SOAP11HTTP_BINDING, url);
    Dispatch<Source> client = service.createDispatch(port, Source.class, Service.Mode.PAYLOAD);
    return client.invoke(new StreamSource(new StringReader(QUESTION)));
  }

  private static Callable<?> axis2(String url) throws Exception {
    ConfigurationContext configuration =
        ConfigurationContextFactory.createConfigurationContextFromFileSystem(null, null);
    return () -> {
      ServiceClient client = new ServiceClient(configuration, null);
      client.getOptions().setTo(new EndpointReference(url));
      String answer = client.sendReceive(AXIOMUtil.stringToOM(QUESTION)).toString();
      client.cleanupTransport();
      return answer;
    };
  }
}
