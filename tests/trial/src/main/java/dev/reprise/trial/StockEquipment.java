package dev.reprise.trial;

import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.client5.http.ssl.HttpsSupport;
import org.apache.hc.core5.reactor.ssl.SSLBufferMode;
import org.apache.http.config.RegistryBuilder;
import org.apache.http.conn.HttpClientConnectionManager;
import org.apache.http.conn.socket.ConnectionSocketFactory;
import org.apache.http.conn.socket.PlainConnectionSocketFactory;
import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
import org.apache.http.impl.conn.PoolingHttpClientConnectionManager;

/** What HttpClient and the JDK's providers give. */
final class StockEquipment implements Equipment {

  private final World world;
  private boolean otherTrust;
  private SSLContext context;

  StockEquipment(World world) {
    this.world = world;
    context = Identities.context(world.scenario, false);
  }

  @Override
  public HttpClientConnectionManager manager() {
    return manage(
        world,
        new SSLConnectionSocketFactory(
            context,
            protocols(world.scenario),
            null,
            SSLConnectionSocketFactory.getDefaultHostnameVerifier()));
  }

  @Override
  public org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager manager5() {
    return Apache5Caller.configure(
            world,
            PoolingHttpClientConnectionManagerBuilder.create()
                .setTlsSocketStrategy(
                    new DefaultClientTlsStrategy(
                        context,
                        protocols(world.scenario),
                        null,
                        SSLBufferMode.STATIC,
                        HttpsSupport.getDefaultHostnameVerifier())))
        .build();
  }

  static PoolingHttpClientConnectionManager manage(World world, ConnectionSocketFactory tls) {
    PoolingHttpClientConnectionManager manager =
        new PoolingHttpClientConnectionManager(
            RegistryBuilder.<ConnectionSocketFactory>create()
                .register("http", PlainConnectionSocketFactory.getSocketFactory())
                .register("https", tls)
                .build());
    manager.setDefaultMaxPerRoute(2);
    manager.setMaxTotal(4);
    setStaleCheck(world, manager);
    return manager;
  }

  static void setStaleCheck(World world, PoolingHttpClientConnectionManager manager) {
    if (world.scenario.is("stale-check=always")) {
      manager.setValidateAfterInactivity(1);
    }
  }

  /** The client's protocols, or null for the provider's. */
  static String[] protocols(Scenario scenario) {
    return switch (scenario.get("protocol")) {
      case "client-12" -> new String[] {"TLSv1.2"};
      case "client-13", "disjoint" -> new String[] {"TLSv1.3"};
      default -> null;
    };
  }

  @Override
  public SSLSocketFactory sockets() {
    return context.getSocketFactory();
  }

  @Override
  public boolean reload(boolean other) {
    otherTrust |= other;
    context = Identities.context(world.scenario, otherTrust);
    return false;
  }
}
