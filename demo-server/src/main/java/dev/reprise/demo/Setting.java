package dev.reprise.demo;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The options by name, as the command line and Boot properties spell them. */
enum Setting {
  PORT("PORT", "port number", "HTTPS port; 0 takes a free one. Default 8443"),
  ADDRESS("ADDRESS", "address", "Address to listen on. Default 127.0.0.1"),
  TLS_VERSIONS("VERSION,...", "list of TLS versions", "TLSv1.2, TLSv1.3, or both. Default both"),
  KEY_TYPE("TYPE", "key type (rsa, ec)", "Keys of all certificates: rsa or ec. Default ec"),
  CERTIFICATE(
      "KIND",
      "certificate kind (valid, expired, wrong-name)",
      "Server certificate: valid, expired or wrong-name. Default valid"),
  SERVER_NAMES(
      "NAME,...",
      "list of names",
      "More names in the certificate, besides localhost, 127.0.0.1 and ::1"),
  CLIENT_CERTIFICATES(
      "true|false", "boolean", "Require the client certificate that is written. Default false"),
  RESPONSE_SIZE("BYTES", "number of bytes", "Size of a response body. Default 1024"),
  SERVICE_TIME("MILLIS", "duration", "How long each response is held back. Default 0"),
  KEEP_ALIVE("true|false", "boolean", "Let connections persist, for contrast. Default false"),
  DIRECTORY(
      "DIR",
      "directory",
      "Where stores and certificates are written. Default a temporary directory"),
  FAULT(
      "FAULT",
      "fault (" + DemoFaults.labels() + ")",
      "Fault of requests that name none: " + DemoFaults.labels() + ". Default none"),
  FAULT_BOUND("MILLIS", "duration", "Longest stall or held connection. Default 60000"),
  GARBAGE_PORT(
      "PORT", "port number", "A second listener that answers with garbage; 0 takes a free port"),
  ACCEPTORS("COUNT", "number of threads", "Threads that accept connections. Default 1"),
  THREADS("COUNT", "number of threads", "Most threads in the server. Default 200");

  private final String placeholder;
  private final String expected;
  private final String description;

  Setting(String placeholder, String expected, String description) {
    this.placeholder = placeholder;
    this.expected = expected;
    this.description = description;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  String placeholder() {
    return placeholder;
  }

  boolean isSwitch() {
    return expected.equals("boolean");
  }

  String expected() {
    return expected;
  }

  String description() {
    return description;
  }

  /** Returns the setting of a name as it may stand in a property, {@code tls-versions[0]} too. */
  static Setting named(String label) {
    String plain = label.replaceFirst("\\[.*", "");
    return Arrays.stream(values())
        .filter(setting -> setting.label().equals(plain))
        .findFirst()
        .orElseThrow();
  }

  static String names(String prefix) {
    return Arrays.stream(values())
        .map(setting -> prefix + setting.label())
        .collect(Collectors.joining(", "));
  }
}
