package dev.reprise.spring;

import dev.reprise.tls.TlsSettings;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** What is said, in the log and by the endpoint, of a client certificate near its end. */
public final class CertificateExpiry {

  private static final Duration NEAR = Duration.ofDays(14);

  private CertificateExpiry() {}

  /**
   * A sentence for a certificate that has expired or soon will; empty for any other, and for none.
   */
  public static Optional<String> advice(String client, TlsSettings settings) {
    Instant now = Instant.now();
    return settings
        .clientCertificateExpiry()
        .filter(end -> end.isBefore(now.plus(NEAR)))
        .map(
            end ->
                String.format(
                    "The client certificate of client %s %s %s: put a new one into %s.tls.key-store"
                        + " or the bundle that it comes from.",
                    client,
                    end.isBefore(now) ? "has expired on" : "expires on",
                    end,
                    ClientNames.prefix(client)));
  }
}
