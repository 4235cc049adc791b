package dev.reprise.demo;

import java.net.BindException;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.eclipse.jetty.server.ServerConnector;
import org.springframework.boot.Banner;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.web.embedded.jetty.JettyWebServer;
import org.springframework.boot.web.server.PortInUseException;
import org.springframework.boot.web.servlet.context.ServletWebServerApplicationContext;
import org.springframework.core.env.Environment;

/**
 * A running demo server: a SOAP provider over TLS that imposes {@code Connection: close}, with
 * faults on demand. Several may run in one JVM. Logging is left as the JVM has it.
 *
 * <p>Safe for use by several threads.
 */
public final class DemoServer implements AutoCloseable {
  private static final Set<String> REACHED_AS_LOCALHOST =
      Set.of("localhost", "127.0.0.1", "0.0.0.0", "::");

  private final ServletWebServerApplicationContext context;
  private final DemoOptions options;
  private final DemoCertificates certificates;
  private final CertificateFiles files;
  private final ServerStatistics statistics;

  private DemoServer(ServletWebServerApplicationContext context) {
    this.context = context;
    this.options = context.getBean(DemoOptions.class);
    this.certificates = context.getBean(DemoCertificates.class);
    this.files = context.getBean(CertificateFiles.class);
    this.statistics = context.getBean(ServerStatistics.class);
  }

  /** Starts a server with the default options on a free port. */
  public static DemoServer start() {
    return start(DemoOptions.builder().build());
  }

  /**
   * Starts a server; it accepts connections when this returns. Neither the environment nor
   * configuration files of the JVM change the options.
   *
   * @throws DemoStartException if a port is busy, the address is not this machine's, or the
   *     directory cannot be written
   */
  public static DemoServer start(DemoOptions options) {
    SpringApplication application = application(environment -> options);
    application.setListeners(List.of());
    application.setRegisterShutdownHook(false);
    return run(application);
  }

  static SpringApplication application(Function<Environment, DemoOptions> options) {
    SpringApplication application = new SpringApplication(DemoConfiguration.class);
    application.setWebApplicationType(WebApplicationType.SERVLET);
    application.setBannerMode(Banner.Mode.OFF);
    application.setLogStartupInfo(false);
    application.setAddCommandLineProperties(false);
    application.addInitializers(
        context ->
            context
                .getBeanFactory()
                .registerSingleton("options", options.apply(context.getEnvironment())));
    return application;
  }

  static DemoServer run(SpringApplication application) {
    try {
      return new DemoServer((ServletWebServerApplicationContext) application.run());
    } catch (RuntimeException e) {
      throw explained(e);
    }
  }

  /** Returns the HTTPS port. */
  public int port() {
    return connectorPort(0);
  }

  /** Returns the port of the listener that answers with garbage, if one was asked for. */
  public OptionalInt garbagePort() {
    return options.garbagePort() == null ? OptionalInt.empty() : OptionalInt.of(connectorPort(1));
  }

  /** Returns {@code https://host:port} without a slash at the end. */
  public String baseUrl() {
    return "https://" + host() + ":" + port();
  }

  /** Returns the options the server was started with. */
  public DemoOptions options() {
    return options;
  }

  /** Returns the PKCS12 trust store that holds the CA. */
  public Path trustStorePath() {
    return files.trustStore();
  }

  /** Returns the password of the trust store and of the client key store. */
  public String storePassword() {
    return CertificateFiles.PASSWORD;
  }

  /** Returns the PEM file that holds the CA. */
  public Path caPath() {
    return files.authorityPem();
  }

  /** Returns the CA's certificate. */
  public X509Certificate caCertificate() {
    return certificates.authority().certificate();
  }

  /** Returns the client's PKCS12 key store, if client certificates are required. */
  public Optional<Path> clientKeyStorePath() {
    return certificates.client().map(client -> files.clientKeyStore());
  }

  /** Returns the PEM file with the client's certificate and key, if they are required. */
  public Optional<Path> clientPemPath() {
    return certificates.client().map(client -> files.clientPem());
  }

  /** Returns a file with a SOAP request for {@code /ws}. */
  public Path sampleRequestPath() {
    return files.sampleRequest();
  }

  /** Returns new trust managers that trust the CA alone. */
  public TrustManager[] trustManagers() {
    return certificates.clientTrustManagers();
  }

  /** Returns new key managers with the client certificate; none if it is not required. */
  public KeyManager[] keyManagers() {
    return certificates.clientKeyManagers();
  }

  /** Returns a new context for clients, of the trust and key managers above. */
  public SSLContext newClientContext() {
    return certificates.newClientContext();
  }

  /** Returns what the server has seen since the start or the last reset. */
  public DemoStats stats() {
    return statistics.snapshot();
  }

  /** Sets all counts to zero. */
  public void resetStats() {
    statistics.reset();
  }

  /** Closes every connection and listener, ends the threads, removes a temporary directory. */
  @Override
  public void close() {
    context.close();
  }

  private int connectorPort(int index) {
    JettyWebServer server = (JettyWebServer) context.getWebServer();
    return ((ServerConnector) server.getServer().getConnectors()[index]).getLocalPort();
  }

  private String host() {
    String address = options.address();
    if (REACHED_AS_LOCALHOST.contains(address)) {
      return "localhost";
    }
    return address.contains(":") ? "[" + address + "]" : address;
  }

  private static RuntimeException explained(RuntimeException failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof DemoStartException || cause instanceof InvalidOptionException) {
        return (RuntimeException) cause;
      }
      if (cause instanceof PortInUseException busy) {
        return new DemoStartException(
            "port: %d cannot be listened on; stop what uses it, or choose another port, 0 for a free one"
                .formatted(busy.getPort()),
            failure);
      }
      if (cause instanceof BindException) {
        return new DemoStartException(
            "address: cannot listen there (%s); try 127.0.0.1".formatted(cause.getMessage()),
            failure);
      }
    }
    return failure;
  }
}
