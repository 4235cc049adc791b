package dev.reprise.demo;

import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.springframework.boot.web.embedded.jetty.JettyServletWebServerFactory;

/** Makes the embedded Jetty: its listeners, and the handlers in front of the servlets. */
final class HttpsServerFactory {
  private static final int BACKLOG = 1024;
  private static final int THREADS = 200;
  private static final boolean CHECK_SNI = false;

  private final DemoOptions options;
  private final DemoCertificates certificates;
  private final ServerStatistics statistics;
  private final Faults faults;

  HttpsServerFactory(
      DemoOptions options,
      DemoCertificates certificates,
      ServerStatistics statistics,
      Faults faults) {
    this.options = options;
    this.certificates = certificates;
    this.statistics = statistics;
    this.faults = faults;
  }

  JettyServletWebServerFactory create() {
    QueuedThreadPool threads = new QueuedThreadPool(THREADS);
    threads.setName("demo-server");
    JettyServletWebServerFactory factory = new JettyServletWebServerFactory();
    factory.setThreadPool(threads);
    factory.setRegisterDefaultServlet(false);
    factory.addServerCustomizers(this::customize);
    return factory;
  }

  private void customize(Server server) {
    server.setConnectors(new Connector[] {httpsConnector(server)});
    server.setHandler(handlers(server.getHandler()));
  }

  private Handler handlers(Handler servlets) {
    Handler services =
        new Handler.Sequence(
            new CannedHandler("/plain", SoapMessages.plainResponse()),
            new CannedHandler("/soap-canned", SoapMessages.cannedResponse()),
            servlets);
    return new FrontHandler(options.keepAlive, statistics, faults, services);
  }

  private ServerConnector httpsConnector(Server server) {
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setSslContext(certificates.serverContext(statistics));
    tls.setIncludeProtocols(options.tlsVersions.toArray(String[]::new));
    tls.setNeedClientAuth(options.clientCertificates);
    HttpConfiguration configuration = new HttpConfiguration();
    configuration.setSendServerVersion(false);
    configuration.addCustomizer(new SecureRequestCustomizer(CHECK_SNI));
    HttpConnectionFactory http = new HttpConnectionFactory(configuration);
    ServerConnector connector =
        new ServerConnector(
            server,
            1,
            selectors(),
            new OrderlySslConnectionFactory(tls, http.getProtocol(), statistics),
            http);
    connector.setHost("127.0.0.1");
    connector.setPort(options.port);
    connector.setAcceptQueueSize(BACKLOG);
    connector.addBean(statistics);
    return connector;
  }

  private static int selectors() {
    return Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));
  }
}
