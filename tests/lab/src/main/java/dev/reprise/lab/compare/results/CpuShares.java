package dev.reprise.lab.compare.results;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Where the CPU time of a client goes, in microseconds an exchange.
 *
 * @param micros by part; parts that were never seen are absent
 */
public record CpuShares(Map<Part, Double> micros) {

  /**
   * Whose code it is. A stack belongs to the part of its innermost frame that is of any, so that a
   * map of the JDK counts for who uses it.
   */
  public enum Part {
    /** System calls of sockets. */
    TCP("TCP"),
    /** Keys, ciphers, digests, random numbers; of a native provider also its TLS. */
    CRYPTOGRAPHY("cryptography"),
    /** Certificates, chains and names. */
    CERTIFICATES("certificates"),
    /** TLS in Java: messages, records, sessions. */
    TLS("TLS"),
    /** Reprise. */
    REPRISE("Reprise"),
    /** Apache HttpClient. */
    HTTP_CLIENT("HttpClient"),
    /** The JDK's socket classes in Java. */
    SOCKETS("sockets in Java"),
    /** Garbage collection. */
    GC("GC"),
    /** The JIT compiler. */
    JIT("JIT"),
    /** What measures, locks, and the rest. */
    OTHER("other");

    private final String label;

    Part(String label) {
      this.label = label;
    }

    /** In tables and raw data. */
    @JsonValue
    public String label() {
      return label;
    }

    private static Part of(String frame) {
      String name = frame.toLowerCase(Locale.ROOT);
      if (isSystemCall(name)) {
        return TCP;
      }
      if (name.startsWith("dev/reprise/tls")
          || name.startsWith("dev/reprise/httpclient4")
          || name.startsWith("dev/reprise/httpclient5")) {
        return REPRISE;
      }
      if (name.startsWith("org/apache/h")) {
        return HTTP_CLIENT;
      }
      if (starts(
          name,
          "sun/security/provider/certpath",
          "sun/security/x509",
          "sun/security/validator",
          "sun/security/util/hostname",
          "java/security/cert")) {
        return CERTIFICATES;
      }
      if (starts(name, "sun/security/ssl", "javax/net/ssl", "org/conscrypt")) {
        return name.contains("nativecrypto") ? CRYPTOGRAPHY : TLS;
      }
      if (starts(
          name,
          "sun/security",
          "java/security",
          "javax/crypto",
          "com/sun/crypto",
          "com/amazon/corretto",
          "bssl::",
          "ssl_",
          "evp_",
          "ec_",
          "aes",
          "gcm_",
          "sha",
          "x25519",
          "fiat_",
          "ecp_")) {
        return CRYPTOGRAPHY;
      }
      if (starts(name, "java/net", "sun/nio/ch", "sun/net")) {
        return SOCKETS;
      }
      if (starts(name, "g1", "gctaskthread", "workerthread::", "concurrentgc", "shenandoah")) {
        return GC;
      }
      if (starts(name, "compilebroker", "compilerthread", "c2compiler", "compiler::")) {
        return JIT;
      }
      return null;
    }

    private static boolean isSystemCall(String name) {
      return starts(
          name,
          "__send",
          "send",
          "__libc_send",
          "__recv",
          "recv",
          "__libc_recv",
          "__connect",
          "connect_",
          "__libc_connect",
          "__close",
          "close_",
          "__libc_close",
          "__poll",
          "poll_",
          "__socket",
          "socket_",
          "__shutdown",
          "shutdown",
          "__setsockopt",
          "setsockopt",
          "__getsockopt",
          "getsockopt",
          "__getsockname",
          "getsockname",
          "net_",
          "tcp_",
          "java_sun_nio_ch",
          "java_java_net",
          "__write",
          "__read",
          "__libc_write",
          "__libc_read",
          "do_syscall",
          "__x64_sys",
          "entry_syscall");
    }

    private static boolean starts(String name, String... beginnings) {
      for (String beginning : beginnings) {
        if (name.startsWith(beginning)) {
          return true;
        }
      }
      return false;
    }
  }

  /** The sum of all parts. */
  public double total() {
    return micros.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  /**
   * Reads collapsed stacks: frames from the outermost to the innermost with semicolons between, and
   * the number of samples.
   *
   * @param intervalMicros CPU time between two samples
   * @param exchanges how many exchanges were made meanwhile
   */
  public static CpuShares of(List<String> stacks, long intervalMicros, long exchanges) {
    Map<Part, Double> micros = new EnumMap<>(Part.class);
    for (String stack : stacks) {
      int space = stack.lastIndexOf(' ');
      if (space > 0) {
        double time = Long.parseLong(stack.substring(space + 1)) * (double) intervalMicros;
        micros.merge(part(stack.substring(0, space)), time / exchanges, Double::sum);
      }
    }
    micros.replaceAll((part, time) -> Math.round(time * 10) / 10.0);
    return new CpuShares(micros);
  }

  private static Part part(String stack) {
    String[] frames = stack.split(";");
    for (int i = frames.length - 1; i >= 0; i--) {
      Part part = Part.of(frames[i]);
      if (part != null) {
        return part;
      }
    }
    return Part.OTHER;
  }
}
