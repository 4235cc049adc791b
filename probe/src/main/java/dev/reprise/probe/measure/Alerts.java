package dev.reprise.probe.measure;

import java.util.Map;

/** Alerts by name (RFC 8446 section 6), as JSSE names them. */
final class Alerts {

  private static final Map<Integer, String> NAMES =
      Map.of(
          40, "handshake_failure",
          42, "bad_certificate",
          43, "unsupported_certificate",
          44, "certificate_revoked",
          45, "certificate_expired",
          46, "certificate_unknown",
          48, "unknown_ca",
          49, "access_denied",
          80, "internal_error",
          116, "certificate_required");

  private Alerts() {}

  static String name(int number) {
    return NAMES.getOrDefault(number, "alert " + number);
  }
}
