package dev.reprise.demo;

import dev.reprise.testkit.Fault;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

/**
 * What a demo server is to be. Immutable and safe for use by several threads; made by {@link
 * #builder()}, from the command line, or from Boot properties under {@code demo.} with the same
 * names in kebab case.
 *
 * @param port the HTTPS port; 0 takes a free one
 * @param address the address to listen on
 * @param tlsVersions the versions offered, of {@code TLSv1.2} and {@code TLSv1.3}
 * @param keyType the algorithm of all keys made
 * @param certificate what is right or wrong with the server's certificate
 * @param serverNames more DNS names or IP addresses for the certificate, besides localhost
 * @param clientCertificates whether clients must present the client certificate that is made
 * @param responseSize the size of a response body, in bytes; SOAP responses do not fall below the
 *     size of their envelope
 * @param serviceTime how long each response is held back
 * @param keepAlive whether connections persist, instead of one for each request
 * @param directory where stores and certificates are written; null for a temporary directory that
 *     goes away with the server
 * @param fault the fault of requests that name none
 * @param faultBound the longest that a stall or a held connection lasts
 * @param garbagePort the port of a second listener that answers with garbage; 0 takes a free one,
 *     null opens none
 * @param acceptors the number of threads that accept connections
 * @param threads the largest number of threads in the server
 */
public record DemoOptions(
    @DefaultValue("0") int port,
    @DefaultValue("127.0.0.1") String address,
    @DefaultValue({"TLSv1.2", "TLSv1.3"}) List<String> tlsVersions,
    @DefaultValue("EC") KeyType keyType,
    @DefaultValue("valid") CertificateKind certificate,
    @DefaultValue List<String> serverNames,
    @DefaultValue("false") boolean clientCertificates,
    @DefaultValue("1024") int responseSize,
    @DefaultValue("0ms") Duration serviceTime,
    @DefaultValue("false") boolean keepAlive,
    Path directory,
    @DefaultValue("none") Fault fault,
    @DefaultValue("60s") Duration faultBound,
    Integer garbagePort,
    @DefaultValue("1") int acceptors,
    @DefaultValue("200") int threads) {

  private static final List<String> TLS_VERSIONS = List.of("TLSv1.2", "TLSv1.3");
  private static final Pattern SERVER_NAME = Pattern.compile("[A-Za-z0-9*._:-]+");
  private static final int MAX_RESPONSE_SIZE = 64 * 1024 * 1024;
  private static final Duration MAX_WAIT = Duration.ofHours(1);

  /**
   * Checks every value.
   *
   * @throws IllegalArgumentException if a value is of no use; the message begins with the option
   */
  public DemoOptions {
    checkRange("port", port, 0, 65_535);
    checkAddress(address);
    tlsVersions = List.copyOf(tlsVersions);
    checkTlsVersions(tlsVersions);
    serverNames = List.copyOf(serverNames);
    checkServerNames(serverNames);
    checkRange("response-size", responseSize, 0, MAX_RESPONSE_SIZE);
    checkWait("service-time", serviceTime);
    checkFault(fault);
    checkWait("fault-bound", faultBound);
    if (garbagePort != null) {
      checkRange("garbage-port", garbagePort, 0, 65_535);
    }
    checkRange("acceptors", acceptors, 1, 16);
    checkRange("threads", threads, 2 * acceptors + 16, 10_000);
  }

  /** Returns a builder with the defaults. */
  public static Builder builder() {
    return new Builder();
  }

  private static void checkRange(String option, int value, int min, int max) {
    if (value < min || value > max) {
      throw new InvalidOptionException(option, "%d is outside %d to %d".formatted(value, min, max));
    }
  }

  private static void checkFault(Fault fault) {
    if (!DemoFaults.isKnown(fault)) {
      throw new InvalidOptionException(
          "fault", "'%s' is no fault (%s)".formatted(fault.label(), DemoFaults.labels()));
    }
  }

  private static void checkWait(String option, Duration value) {
    if (value.isNegative() || value.compareTo(MAX_WAIT) > 0) {
      throw new InvalidOptionException(
          option, "%dms is outside 0ms to %dms".formatted(value.toMillis(), MAX_WAIT.toMillis()));
    }
  }

  private static void checkTlsVersions(List<String> versions) {
    if (versions.isEmpty()) {
      throw new InvalidOptionException("tls-versions", "none given; known are " + TLS_VERSIONS);
    }
    for (String version : versions) {
      if (!TLS_VERSIONS.contains(version)) {
        throw new InvalidOptionException(
            "tls-versions", "unknown version '%s'; known are %s".formatted(version, TLS_VERSIONS));
      }
    }
  }

  private static void checkServerNames(List<String> names) {
    for (String name : names) {
      if (!SERVER_NAME.matcher(name).matches()) {
        throw new InvalidOptionException(
            "server-names", "'%s' is neither a DNS name nor an IP address".formatted(name));
      }
    }
  }

  private static void checkAddress(String address) {
    try {
      InetAddress.getAllByName(address);
    } catch (UnknownHostException e) {
      throw new InvalidOptionException(
          "address", "'%s' cannot be resolved; try 127.0.0.1".formatted(address), e);
    }
  }

  /** Collects options. For use by one thread. */
  public static final class Builder {
    private final Map<String, Object> values = new HashMap<>();

    private Builder() {}

    /** Sets the HTTPS port; 0, the default, takes a free one. */
    public Builder port(int port) {
      return set("port", port);
    }

    /** Sets the address to listen on; default 127.0.0.1. */
    public Builder address(String address) {
      return set("address", address);
    }

    /** Sets the TLS versions offered; default both TLSv1.2 and TLSv1.3. */
    public Builder tlsVersions(String... versions) {
      return set("tls-versions", String.join(",", versions));
    }

    /** Sets the algorithm of all keys; default EC. */
    public Builder keyType(KeyType keyType) {
      return set("key-type", keyType);
    }

    /** Sets what is right or wrong with the server's certificate; default valid. */
    public Builder certificate(CertificateKind certificate) {
      return set("certificate", certificate);
    }

    /** Sets DNS names or IP addresses for the certificate besides localhost, 127.0.0.1 and ::1. */
    public Builder serverNames(String... names) {
      return set("server-names", String.join(",", names));
    }

    /** Sets whether clients must present the client certificate; default false. */
    public Builder clientCertificates(boolean required) {
      return set("client-certificates", required);
    }

    /** Sets the size of a response body in bytes; default 1024. */
    public Builder responseSize(int bytes) {
      return set("response-size", bytes);
    }

    /** Sets how long each response is held back; default not at all. */
    public Builder serviceTime(Duration serviceTime) {
      return set("service-time", serviceTime);
    }

    /** Sets whether connections persist; default false: one for each request. */
    public Builder keepAlive(boolean keepAlive) {
      return set("keep-alive", keepAlive);
    }

    /** Sets where stores and certificates are written; default a temporary directory. */
    public Builder directory(Path directory) {
      return set("directory", directory);
    }

    /** Sets the fault of requests that name none; default {@link Fault#NONE}. */
    public Builder fault(Fault fault) {
      return set("fault", fault);
    }

    /** Sets the longest that a stall or a held connection lasts; default 60 seconds. */
    public Builder faultBound(Duration bound) {
      return set("fault-bound", bound);
    }

    /** Opens a second listener that answers with garbage; 0 takes a free port. Default none. */
    public Builder garbagePort(int port) {
      return set("garbage-port", port);
    }

    /** Sets the number of threads that accept connections; default 1. */
    public Builder acceptors(int acceptors) {
      return set("acceptors", acceptors);
    }

    /** Sets the largest number of threads in the server; default 200. */
    public Builder threads(int threads) {
      return set("threads", threads);
    }

    /**
     * Makes the options.
     *
     * @throws IllegalArgumentException if a value is of no use; the message begins with the option
     */
    public DemoOptions build() {
      return OptionsBinder.bind(List.of(new MapConfigurationPropertySource(values)));
    }

    private Builder set(String option, Object value) {
      values.put(OptionsBinder.PREFIX + "." + option, value);
      return this;
    }
  }
}
