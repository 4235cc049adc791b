package dev.reprise.spring;

import dev.reprise.tls.TlsListener;

/**
 * Makes a listener for each client, so that an application can tell the clients apart. Each bean of
 * this type is called once for each client.
 */
public interface ClientListeners {

  /**
   * Returns the listener of one client's connections; null for none. HttpClient may hold its pool's
   * lock while it calls the listener, which must not make calls with that client: see {@link
   * TlsListener}.
   */
  TlsListener of(String client);
}
