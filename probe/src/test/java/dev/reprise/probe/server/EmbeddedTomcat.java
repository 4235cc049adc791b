package dev.reprise.probe.server;

import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/** Tomcat over JSSE, in the JVM of the test. */
public final class EmbeddedTomcat implements AutoCloseable {

  private static final Logger LOGGER = Logger.getLogger("org.apache");

  private final Tomcat tomcat = new Tomcat();

  /** Starts one with the attributes of its connector. */
  public EmbeddedTomcat(Site site, String protocols, Map<String, String> attributes)
      throws LifecycleException {
    LOGGER.setLevel(Level.SEVERE);
    tomcat.setBaseDir(site.folder().toString());
    Connector connector = new Connector("org.apache.coyote.http11.Http11NioProtocol");
    connector.setPort(0);
    connector.setScheme("https");
    connector.setSecure(true);
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("SSLEnabled", "true");
    connector.setProperty(
        "sslImplementationName", "org.apache.tomcat.util.net.jsse.JSSEImplementation");
    attributes.forEach(connector::setProperty);
    SSLHostConfig host = new SSLHostConfig();
    host.setProtocols(protocols);
    SSLHostConfigCertificate certificate =
        new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.EC);
    certificate.setCertificateFile(site.file("server.pem").toString());
    certificate.setCertificateKeyFile(site.file("key.pem").toString());
    host.addCertificate(certificate);
    connector.addSslHostConfig(host);
    tomcat.setConnector(connector);
    Tomcat.addServlet(
            tomcat.addContext("", site.folder().toString()),
            "answer",
            new HttpServlet() {
              private static final long serialVersionUID = 1;

              @Override
              protected void doGet(HttpServletRequest request, HttpServletResponse response)
                  throws IOException {
                response.setContentLength(5);
                response.getOutputStream().print("<ok/>");
              }
            })
        .addMapping("/");
    tomcat.start();
  }

  public String url() {
    return "https://localhost:" + tomcat.getConnector().getLocalPort() + "/";
  }

  @Override
  public void close() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
  }
}
