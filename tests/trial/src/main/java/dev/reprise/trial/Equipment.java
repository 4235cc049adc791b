package dev.reprise.trial;

import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.TlsStatistics;
import javax.net.ssl.SSLSocketFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManager;
import org.apache.http.conn.HttpClientConnectionManager;

/** What a client makes its connections with: of stock, or of Reprise. One for each run. */
interface Equipment {

  HttpClientConnectionManager manager();

  PoolingHttpClientConnectionManager manager5();

  SSLSocketFactory sockets();

  /**
   * Puts new settings in force.
   *
   * @return whether that was done in place; else a new manager or factory has them
   */
  boolean reload(boolean otherTrust);

  default int lanesLeased() {
    return 0;
  }

  default int preconnectionsWaiting() {
    return 0;
  }

  /** What has been counted; nothing by stock. */
  default PeerStatistics counted() {
    return new TlsStatistics().total();
  }
}
