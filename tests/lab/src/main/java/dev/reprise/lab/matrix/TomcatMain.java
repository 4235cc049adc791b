package dev.reprise.lab.matrix;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/** The main class of Tomcat's JVM. It closes each connection after one answer. */
final class TomcatMain {

  private TomcatMain() {}

  /** Takes port, TLS version, key type, certificate file, key file and a folder. */
  public static void main(String[] args) throws LifecycleException {
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(args[5]);
    Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
    connector.setPort(Integer.parseInt(args[0]));
    connector.setScheme("https");
    connector.setSecure(true);
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("SSLEnabled", "true");
    connector.setProperty("maxKeepAliveRequests", "1");
    connector.setProperty("acceptCount", "1024");
    connector.setProperty(
        "sslImplementationName", "org.apache.tomcat.util.net.jsse.JSSEImplementation");
    SSLHostConfig host = new SSLHostConfig();
    host.setProtocols(args[1]);
    SSLHostConfigCertificate certificate =
        new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.valueOf(args[2]));
    certificate.setCertificateFile(args[3]);
    certificate.setCertificateKeyFile(args[4]);
    host.addCertificate(certificate);
    connector.addSslHostConfig(host);
    tomcat.setConnector(connector);
    Context context = tomcat.addContext("", args[5]);
    Tomcat.addServlet(context, "answer", new Answer());
    context.addServletMappingDecoded("/", "answer");
    tomcat.start();
    tomcat.getServer().await();
  }

  private static final class Answer extends HttpServlet {
    private static final long serialVersionUID = 1;

    @Override
    protected void doPost(HttpServletRequest request, HttpServletResponse response)
        throws IOException {
      try (InputStream in = request.getInputStream()) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      byte[] body = ServerSite.BODY.getBytes(StandardCharsets.US_ASCII);
      response.setContentType("text/xml");
      response.setContentLength(body.length);
      response.getOutputStream().write(body);
    }
  }
}
