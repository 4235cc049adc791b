package dev.reprise.spring;

import dev.reprise.tls.TlsListener;

/**
 * Listens to every client, and tells them apart. Each bean of this type is asked once for a client.
 */
public interface ClientListeners {

  /** The listener of one client's connections. Not null. */
  TlsListener of(String client);
}
