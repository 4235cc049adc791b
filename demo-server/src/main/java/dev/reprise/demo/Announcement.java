package dev.reprise.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** What a started server says: where it is, and how to call it. */
final class Announcement {
  private final DemoServer server;
  private final PrintStream out;

  Announcement(DemoServer server, PrintStream out) {
    this.server = server;
    this.out = out;
  }

  void print(boolean forScripts) {
    String soap = server.baseUrl() + "/ws";
    out.println("Reprise demo server");
    out.println("  SOAP         " + soap);
    out.println("  WSDL         " + soap + "/quotes.wsdl");
    out.println("  plain POST   " + server.baseUrl() + "/plain");
    out.println("  trust store  " + store(server.trustStorePath()));
    server.clientKeyStorePath().ifPresent(path -> out.println("  client keys  " + store(path)));
    server.garbagePort().ifPresent(port -> out.println("  garbage on   port " + port));
    out.println("Try");
    out.println("  " + curl(soap));
    if (forScripts) {
      out.println("DEMO-SERVER-READY " + json());
    }
    out.flush();
  }

  private String store(Path path) {
    return "%s (PKCS12, password %s)".formatted(path, server.storePassword());
  }

  private String curl(String url) {
    String client = server.clientPemPath().map(path -> "--cert " + quoted(path) + " ").orElse("");
    return "curl --cacert %s %s-H 'Content-Type: text/xml' -d @%s %s"
        .formatted(quoted(server.caPath()), client, quoted(server.sampleRequestPath()), url);
  }

  private static String quoted(Path path) {
    return "'" + path.toString().replace("'", "'\\''") + "'";
  }

  private String json() {
    Map<String, Object> ready = new LinkedHashMap<>();
    ready.put("url", server.baseUrl());
    ready.put("port", server.port());
    server.garbagePort().ifPresent(port -> ready.put("garbagePort", port));
    ready.put("trustStore", server.trustStorePath().toString());
    ready.put("password", server.storePassword());
    ready.put("ca", server.caPath().toString());
    server.clientKeyStorePath().ifPresent(path -> ready.put("clientKeyStore", path.toString()));
    ready.put("request", server.sampleRequestPath().toString());
    try {
      return new ObjectMapper().writeValueAsString(ready);
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }
}
