package dev.reprise.spring;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What the beans of a client are called: the client's name and one of these kinds. */
final class ClientBeans {

  static final String CLIENT = "RepriseClient";
  static final String SOCKETS = "SslSocketFactory";
  static final String MANAGER = "ConnectionManager";
  static final String HTTP_CLIENT = "HttpClient";
  static final String SENDER = "MessageSender";
  static final String REQUESTS = "RequestFactory";
  static final String POOL = "ReprisePool";

  private ClientBeans() {}

  static Set<String> namesOf(String client) {
    return Stream.of(CLIENT, SOCKETS, MANAGER, HTTP_CLIENT, SENDER, REQUESTS, POOL)
        .map(kind -> ClientNames.bean(client, kind))
        .collect(Collectors.toUnmodifiableSet());
  }
}
