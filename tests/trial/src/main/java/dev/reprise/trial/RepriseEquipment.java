package dev.reprise.trial;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.httpclient5.ResumingConnectionManagerBuilder;
import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.security.Provider;
import java.time.Duration;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLSocketFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.http.conn.HttpClientConnectionManager;

/** Reprise, as its documentation says; tests override parts of it with something wrong. */
class RepriseEquipment implements Equipment {

  static final int MOST_PRECONNECTIONS = 4;

  /**
   * Preconnected connections that nobody drops are to be gone by the time that connections are
   * counted.
   */
  private static final Duration PRECONNECTION_LIFETIME = Duration.ofMillis(500);

  final World world;
  final ResumingSslSocketFactory factory;
  private final TlsStatistics statistics = new TlsStatistics();
  private boolean otherTrust;
  private ResumingConnectionManager manager;

  RepriseEquipment(World world) {
    this.world = world;
    factory = new ResumingSslSocketFactory(settings().build());
  }

  TlsSettings.Builder settings() {
    TlsSettings.Builder settings = TlsSettings.builder().addListener(statistics);
    Scenario scenario = world.scenario;
    if (!scenario.is("preconnections=off")) {
      settings
          .maxPreconnectionsPerPeer(MOST_PRECONNECTIONS)
          .preconnectionLifetime(PRECONNECTION_LIFETIME);
    }
    boolean other = otherTrust;
    if (scenario.is("source=supplier")) {
      settings.sslContext(() -> Identities.context(scenario, other));
    } else {
      settings.trustManagers(Identities.trust(scenario, other));
      KeyManager[] keys = Identities.client(scenario);
      if (keys != null) {
        settings.keyManagers(keys);
      }
      Provider provider = Identities.provider(scenario);
      if (provider != null) {
        settings.provider(provider);
      }
    }
    String[] protocols = StockEquipment.protocols(scenario);
    return protocols == null ? settings : settings.protocols(protocols);
  }

  ResumingConnectionManager.Builder managerBuilder() {
    return ResumingConnectionManager.builder().socketFactory(factory).maxPerRoute(2).maxTotal(4);
  }

  @Override
  public HttpClientConnectionManager manager() {
    return made(managerBuilder());
  }

  final ResumingConnectionManager made(ResumingConnectionManager.Builder builder) {
    manager = builder.build();
    StockEquipment.setStaleCheck(world, manager);
    return manager;
  }

  @Override
  public PoolingHttpClientConnectionManager manager5() {
    return Apache5Caller.configure(
            world, ResumingConnectionManagerBuilder.create().socketFactory(factory))
        .build();
  }

  @Override
  public SSLSocketFactory sockets() {
    return factory;
  }

  @Override
  public boolean reload(boolean other) {
    otherTrust |= other;
    TlsSettings settings = settings().build();
    if (manager != null) {
      manager.reloadTls(settings);
    } else {
      factory.reload(settings);
    }
    return true;
  }

  @Override
  public int lanesLeased() {
    return factory.laneCounts().leased();
  }

  @Override
  public int preconnectionsWaiting() {
    return factory.readyPreconnections();
  }

  @Override
  public PeerStatistics counted() {
    return statistics.total();
  }
}
