package dev.reprise.spring;

import dev.reprise.tls.LaneCounts;
import dev.reprise.tls.Peer;
import dev.reprise.tls.Preparation;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.net.URI;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * One client, the one of the plain properties or one under {@code reprise.clients}: what it is made
 * of and what can be seen of it. Thread-safe.
 */
public interface RepriseClient {

  /** Name under {@code reprise.clients}, or {@code default}. */
  String name();

  /** The values in force for it, with what is inherited; not to be changed. */
  ClientProperties properties();

  /**
   * Tells in words what decides whom it trusts: a trust store's property, an SSL bundle, {@code the
   * JVM}, or a {@code TlsSettings bean}. Not null.
   */
  String trustOrigin();

  /** Tells in words where the key is from that it shows, likewise; {@code none} for no key. */
  String keyOrigin();

  /** What its connections are made by. */
  ResumingSslSocketFactory socketFactory();

  /**
   * For clients that take an SSLContext, such as java.net.http and Reactor Netty. It is made at the
   * first call, has sessions of its own, and follows changes of the client's bundle.
   */
  ResumingSslContext sslContext();

  /** Handshakes and closes so far, by peer. */
  TlsStatistics statistics();

  /** The lanes at this moment. */
  default LaneCounts laneCounts() {
    return socketFactory().laneCounts();
  }

  /**
   * Opens a connection to the host of a URI in the background, for a call that comes soon: see
   * {@link ResumingSslSocketFactory#prepare}. Does nothing where {@code
   * reprise.preconnect.max-per-peer} is 0, or with a proxy. Of use to what connects over {@link
   * #socketFactory()}, such as HttpClient 4.5 and 5, and not over {@link #sslContext()}.
   *
   * @param uri of the scheme https; not null
   * @throws IllegalArgumentException for another scheme, or no host
   */
  default CompletionStage<Preparation> prepare(URI uri) {
    if (!"https".equalsIgnoreCase(uri.getScheme()) || uri.getHost() == null) {
      throw new IllegalArgumentException(
          "uri: "
              + uri.getScheme()
              + "://"
              + uri.getHost()
              + " given; a connection is prepared for https://host");
    }
    return properties().getProxy().getHost() == null
        ? socketFactory().prepare(Peer.of(uri.getHost(), uri.getPort() < 0 ? 443 : uri.getPort()))
        : CompletableFuture.completedFuture(Preparation.OFF);
  }

  /**
   * Gives new settings to {@code use} whenever the client's SSL bundle changes; now, if it has
   * since the start. Does nothing if the socket factory was made with settings of the
   * application's, which no bundle changes.
   */
  void whenReloaded(Consumer<TlsSettings> use);
}
