package dev.reprise.trial;

import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.TlsStatistics;
import javax.net.ssl.SSLSocketFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.http.conn.HttpClientConnectionManager;

/** What a client makes its connections with: of stock, or of Reprise. One for each run. */
interface Equipment {

  /** For HttpClient 4.5: a new manager. */
  HttpClientConnectionManager manager();

  /** For HttpClient 5: a new manager. */
  PoolingHttpClientConnectionManager manager5();

  /** For the other clients. */
  SSLSocketFactory sockets();

  /**
   * Puts new settings in force.
   *
   * @return whether that was done in place; else a new manager or factory has them
   */
  boolean reload(boolean otherTrust);

  /** Lanes that are leased. */
  default int lanesLeased() {
    return 0;
  }

  /** Preconnected connections that wait to be used. */
  default int preconnectionsWaiting() {
    return 0;
  }

  /** What has been counted; nothing by stock. */
  default PeerStatistics counted() {
    return new TlsStatistics().total();
  }
}
