package dev.reprise.spring;

import dev.reprise.tls.TlsListener;

/** Listens to every client, and tells them apart. */
interface ClientListeners {

  /** The listener of one client's connections. Not null. */
  TlsListener of(String client);
}
