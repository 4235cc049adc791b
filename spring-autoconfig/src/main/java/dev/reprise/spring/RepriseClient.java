package dev.reprise.spring;

import dev.reprise.tls.Preparation;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.net.URI;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;

/**
 * One client, either that of the plain properties or one under {@code reprise.clients}: its parts
 * and its statistics. Thread-safe.
 */
public interface RepriseClient {

  /** Returns its name under {@code reprise.clients}, or {@code default}. */
  String name();

  /** Returns the values in force, inherited ones included. Do not change them. */
  ClientProperties properties();

  /**
   * Returns what decides which servers it trusts: a trust store's property, an SSL bundle, or
   * {@code the JVM}. If there is a {@link TlsSettingsCustomizer}, {@code , unless a
   * TlsSettingsCustomizer changes it} is appended.
   */
  String trustOrigin();

  /** Returns where its client certificate comes from, in the same words, or {@code none}. */
  String keyOrigin();

  /** Returns the factory of its connections. */
  ResumingSslSocketFactory socketFactory();

  /**
   * Returns an SSLContext for HTTP libraries that take one, such as java.net.http and Reactor
   * Netty. It is made at the first call, has sessions of its own, and follows changes of the
   * client's bundle.
   */
  ResumingSslContext sslContext();

  /** Returns its handshakes and closes so far, by peer. */
  TlsStatistics statistics();

  /**
   * Opens a connection to the host of a URI in the background, for a call that comes soon: see
   * {@link ResumingSslSocketFactory#prepare}. Does nothing if {@code
   * reprise.preconnect.max-per-peer} is 0, or with a proxy. It helps calls over {@link
   * #socketFactory()}, such as those of HttpClient 4.5 and 5, but not over {@link #sslContext()}.
   *
   * @param uri an https URI
   * @throws IllegalArgumentException if the scheme is not https, the host is missing or the port is
   *     out of range; the message shows nothing of the URI that may be secret
   */
  CompletionStage<Preparation> prepare(URI uri);

  /**
   * Calls {@code use} with new settings whenever the client's SSL bundle changes, and at once if it
   * has changed since the start.
   */
  void whenReloaded(Consumer<TlsSettings> use);
}
