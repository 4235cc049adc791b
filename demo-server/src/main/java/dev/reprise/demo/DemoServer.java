package dev.reprise.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.BindException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.SSLContext;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;

/**
 * A running demo server: a SOAP service over TLS that answers {@code Connection: close}, and beside
 * it the test kit's server, which commits faults. Safe for use by several threads.
 */
final class DemoServer implements AutoCloseable {

  private final ServletWebServerApplicationContext context;
  private final DemoOptions options;
  private final CertificateFiles files;

  private DemoServer(ServletWebServerApplicationContext context, DemoOptions options) {
    this.context = context;
    this.options = options;
    this.files = context.getBean(CertificateFiles.class);
  }

  /**
   * Starts a server; it accepts connections when this returns.
   *
   * @throws DemoStartException if the port is busy, or the directory cannot be written
   */
  static DemoServer start(DemoOptions options) {
    SpringApplication application = new SpringApplication(DemoConfiguration.class);
    application.setWebApplicationType(WebApplicationType.SERVLET);
    application.setBannerMode(Banner.Mode.OFF);
    application.setLogStartupInfo(false);
    application.setAddCommandLineProperties(false);
    application.setRegisterShutdownHook(false);
    application.setDefaultProperties(
        Map.of("logging.level.root", "warn", "logging.level.org.springframework.boot", "off"));
    application.addInitializers(
        made -> made.getBeanFactory().registerSingleton("options", options));
    try {
      return new DemoServer((ServletWebServerApplicationContext) application.run(), options);
    } catch (RuntimeException e) {
      throw explained(e, options);
    }
  }

  int port() {
    return context.getWebServer().getPort();
  }

  /** Without a slash at the end. */
  String url() {
    return "https://localhost:" + port();
  }

  Path directory() {
    return files.authorityPem().getParent();
  }

  DemoStats stats() {
    return context.getBean(ServerStatistics.class).snapshot();
  }

  /** A client's, without sessions. */
  SSLContext newClientContext() {
    return context.getBean(DemoCertificates.class).newClientContext();
  }

  /** Tells where it is, and how to call it. */
  void announce(PrintStream out) {
    String store = " (PKCS12, password " + CertificateFiles.PASSWORD + ")";
    String client = options.clientCertificates ? "--cert '" + files.clientPem() + "' " : "";
    out.println("Reprise demo server");
    out.println("  SOAP         " + url() + "/ws");
    out.println("  WSDL         " + url() + "/ws/quotes.wsdl");
    out.println("  plain POST   " + url() + "/plain");
    out.println("  trust store  " + files.trustStore() + store);
    if (options.clientCertificates) {
      out.println("  client keys  " + files.clientKeyStore() + store);
    }
    out.println("Try");
    out.printf(
        "  curl --cacert '%s' %s-H 'Content-Type: text/xml' -d '@%s' %s/ws%n",
        files.authorityPem(), client, files.sampleRequest(), url());
    if (options.readyJson) {
      out.println("DEMO-SERVER-READY " + json());
    }
    out.flush();
  }

  private String json() {
    Map<String, Object> ready = new LinkedHashMap<>();
    ready.put("url", url());
    ready.put("port", port());
    ready.put("faultUrl", "https://localhost:" + context.getBean(Faults.class).port());
    ready.put("trustStore", files.trustStore().toString());
    ready.put("password", CertificateFiles.PASSWORD);
    ready.put("ca", files.authorityPem().toString());
    if (options.clientCertificates) {
      ready.put("clientKeyStore", files.clientKeyStore().toString());
    }
    ready.put("request", files.sampleRequest().toString());
    try {
      return new ObjectMapper().writeValueAsString(ready);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Closes every connection and listener, ends the threads, removes a temporary directory. */
  @Override
  public void close() {
    context.close();
  }

  private static RuntimeException explained(RuntimeException failure, DemoOptions options) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof DemoStartException explained) {
        return explained;
      }
      if (cause instanceof PortInUseException || cause instanceof BindException) {
        return new DemoStartException(
            "--port: %d cannot be opened; stop what uses it, or choose another port, 0 for a free one"
                .formatted(options.port),
            failure);
      }
    }
    return failure;
  }
}
