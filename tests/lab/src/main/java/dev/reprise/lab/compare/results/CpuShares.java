package dev.reprise.lab.compare.results;

import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Collections;
import java.util.Comparator;
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
    TCP(
        "TCP",
        """
        __send send __libc_send __recv recv __libc_recv __connect connect_ __libc_connect __close
        close_ __libc_close __poll poll_ __socket socket_ __shutdown shutdown __setsockopt
        setsockopt __getsockopt getsockopt __getsockname getsockname net_ tcp_ java_sun_nio_ch
        java_java_net __write __read __libc_write __libc_read do_syscall __x64_sys entry_syscall"""),
    /** Keys, ciphers, digests, random numbers; of a native provider also its TLS. */
    CRYPTOGRAPHY(
        "cryptography",
        """
        sun/security java/security javax/crypto com/sun/crypto com/amazon/corretto
        org/conscrypt/nativecrypto bssl:: ssl_ evp_ ec_ aes gcm_ sha x25519 fiat_ ecp_"""),
    /** Certificates, chains and names. */
    CERTIFICATES(
        "certificates",
        """
        sun/security/provider/certpath sun/security/x509 sun/security/validator
        sun/security/util/hostname java/security/cert"""),
    /** TLS in Java: messages, records, sessions. */
    TLS("TLS", "sun/security/ssl javax/net/ssl org/conscrypt"),
    /** Reprise. */
    REPRISE("Reprise", "dev/reprise/tls dev/reprise/httpclient4 dev/reprise/httpclient5"),
    /** Apache HttpClient. */
    HTTP_CLIENT("HttpClient", "org/apache/h"),
    /** The JDK's socket classes in Java. */
    SOCKETS("sockets in Java", "java/net sun/nio/ch sun/net"),
    /** Garbage collection. */
    GC("GC", "g1 gctaskthread workerthread:: concurrentgc shenandoah"),
    /** The JIT compiler. */
    JIT("JIT", "compilebroker compilerthread c2compiler compiler::"),
    /** What measures, locks, and the rest. */
    OTHER("other", "");

    private final String label;
    private final List<String> beginnings;

    /** With what its frames begin, in lower case; where two parts have one, the longer counts. */
    Part(String label, String beginnings) {
      this.label = label;
      this.beginnings = List.of(beginnings.strip().split("\\s+"));
    }

    /** In tables and raw data. */
    @JsonValue
    public String label() {
      return label;
    }

    /** The part that knows the longest beginning of the frame; null if none knows any. */
    private static Part of(String frame) {
      String name = frame.toLowerCase(Locale.ROOT);
      Part best = Collections.max(List.of(values()), Comparator.comparing(part -> part.fit(name)));
      return best.fit(name) == 0 ? null : best;
    }

    private int fit(String name) {
      return beginnings.stream().filter(name::startsWith).mapToInt(String::length).max().orElse(0);
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
