import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.xml.ws.Dispatch;
import jakarta.xml.ws.Service;
import jakarta.xml.ws.soap.SOAPBinding;
import java.io.IOException;
import java.io.StringReader;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import javax.xml.namespace.QName;
import javax.xml.transform.Source;
import javax.xml.transform.stream.StreamSource;
import org.apache.axiom.om.util.AXIOMUtil;
import org.apache.axis2.addressing.EndpointReference;
import org.apache.axis2.client.ServiceClient;
import org.apache.axis2.context.ConfigurationContext;
import org.apache.axis2.context.ConfigurationContextFactory;

/** An application that knows nothing of Reprise: calls a SOAP service by four threads at a time. */
@WebServlet("/")
public class Soap extends HttpServlet {

  private static final String QUESTION = "<q:ask xmlns:q='urn:q'/>";

  @Override
  protected void doGet(HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String url = request.getParameter("url");
    AtomicInteger right = new AtomicInteger();
    if (url != null) {
      try {
        Callable<?> call = request.getParameter("axis") == null ? () -> jaxWs(url) : axis2(url);
        int rounds = Integer.parseInt(request.getParameter("rounds"));
        CyclicBarrier round = new CyclicBarrier(4);
        Thread[] threads = new Thread[4];
        for (int i = 0; i < threads.length; i++) {
          threads[i] = new Thread(() -> call(call, round, rounds, right));
          threads[i].setContextClassLoader(Soap.class.getClassLoader());
          threads[i].start();
        }
        for (Thread thread : threads) {
          thread.join();
        }
      } catch (Exception e) {
        throw new IOException(e);
      }
    }
    response.getWriter().print(right);
  }

  private void call(Callable<?> call, CyclicBarrier round, int rounds, AtomicInteger right) {
    try {
      for (int i = 0; i < rounds; i++) {
        round.await();
        call.call();
        right.incrementAndGet();
      }
    } catch (Exception e) {
      log("A call fails", e);
      round.reset();
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
