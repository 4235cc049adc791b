package dev.reprise.demo;

import dev.reprise.testkit.Fault;
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
  private static final boolean CHECK_SNI = false;

  private final DemoOptions options;
  private final DemoCertificates certificates;
  private final ServerStatistics statistics;

  HttpsServerFactory(
      DemoOptions options, DemoCertificates certificates, ServerStatistics statistics) {
    this.options = options;
    this.certificates = certificates;
    this.statistics = statistics;
  }

  JettyServletWebServerFactory create() {
    QueuedThreadPool threads = new QueuedThreadPool(options.threads());
    threads.setName("demo-server");
    JettyServletWebServerFactory factory = new JettyServletWebServerFactory();
    factory.setThreadPool(threads);
    factory.setRegisterDefaultServlet(false);
    factory.addServerCustomizers(this::customize);
    return factory;
  }

  private void customize(Server server) {
    server.setConnectors(connectors(server));
    server.setHandler(handlers(server.getHandler()));
  }

  private Connector[] connectors(Server server) {
    ServerConnector main =
        options.fault() == Fault.GARBAGE
            ? garbageConnector(server, options.port())
            : httpsConnector(server);
    return options.garbagePort() == null
        ? new Connector[] {main}
        : new Connector[] {main, garbageConnector(server, options.garbagePort())};
  }

  private Handler handlers(Handler servlets) {
    Handler services =
        new Handler.Sequence(
            new CannedHandler("/plain", SoapMessages.plainResponse(options.responseSize())),
            new CannedHandler("/soap-canned", SoapMessages.cannedResponse(options.responseSize())),
            servlets);
    Handler timed =
        options.serviceTime().isZero()
            ? services
            : new ServiceTimeHandler(options.serviceTime(), services);
    Handler faulty = new FaultHandler(options.fault(), options.faultBound(), timed);
    return new FrontHandler(options.keepAlive(), statistics, faulty);
  }

  private ServerConnector httpsConnector(Server server) {
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setSslContext(certificates.serverContext(statistics));
    tls.setIncludeProtocols(options.tlsVersions().toArray(String[]::new));
    tls.setNeedClientAuth(options.clientCertificates());
    HttpConfiguration configuration = new HttpConfiguration();
    configuration.setSendServerVersion(false);
    configuration.addCustomizer(new SecureRequestCustomizer(CHECK_SNI));
    HttpConnectionFactory http = new HttpConnectionFactory(configuration);
    ServerConnector connector =
        new ServerConnector(
            server,
            options.acceptors(),
            selectors(),
            new OrderlySslConnectionFactory(tls, http.getProtocol(), statistics),
            http);
    return listening(connector, options.port());
  }

  private ServerConnector garbageConnector(Server server, int port) {
    return listening(new ServerConnector(server, 1, 1, new GarbageConnectionFactory()), port);
  }

  private ServerConnector listening(ServerConnector connector, int port) {
    connector.setHost(options.address());
    connector.setPort(port);
    connector.setAcceptQueueSize(BACKLOG);
    connector.addBean(statistics);
    return connector;
  }

  private static int selectors() {
    return Math.max(1, Math.min(4, Runtime.getRuntime().availableProcessors() / 2));
  }
}
