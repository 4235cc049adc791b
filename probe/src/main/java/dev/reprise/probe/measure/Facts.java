package dev.reprise.probe.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.reprise.probe.wire.HybridHello;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * What the probe found out. Only {@link Survey} writes it. Null and empty lists mean that something
 * could not be found out, and {@link #gaps} says why.
 */
public final class Facts {

  /** One address of the host. */
  public static final class Address {
    public final String address;

    /** Why it cannot be connected to; null if it can. */
    public String problem;

    Address(String address) {
      this.address = address;
    }
  }

  /** Sessions of TLS 1.2, where the server does not speak TLS 1.3. */
  public static final class Sessions {
    /** For how many seconds each ticket of a full handshake is valid; null if unknown. */
    public List<Long> ticketLifetimes;

    /** Whether the server names a session by its id, with or without a ticket. */
    public Boolean sessionId;

    /** Extended Master Secret (RFC 7627). */
    public Boolean extendedMasterSecret;
  }

  /** The connections that should have resumed. */
  public static final class Resumption {
    public int tried;

    /** On how many of them the client had a session or ticket to offer. */
    public int offered;

    public int resumed;

    /** How many calls failed. */
    public int failed;

    /** In percent; 0 if nothing was tried. */
    public double percent() {
      return tried == 0 ? 0 : 100.0 * resumed / tried;
    }
  }

  public final String url;
  public final String method;
  public final Instant began = Instant.now();
  public final String java =
      System.getProperty("java.version") + " (" + System.getProperty("java.vendor") + ")";

  public final List<Address> addresses = new ArrayList<>();
  public int requests;
  public int connections;
  public double seconds;

  public String version;
  public String cipherSuite;

  /** How the server answers a ClientHello like that of JDK 27, in two segments. */
  public HybridHello.Answer hybridHello;

  public boolean clientCertificateAsked;
  public boolean clientCertificateShown;

  /** Whether a first call over TLS 1.3 brought tickets; null if unknown. */
  public Boolean ticketsGiven13;

  public final Sessions sessions12 = new Sessions();

  public int status;
  public String statusLine;
  public String httpVersion;
  public String connectionHeader;
  public String keepAliveHeader;
  public String serverHeader;
  public boolean announcesClose;
  public boolean endsWithConnection;

  /** Whether a second request on the connection was answered; null if it was not tried. */
  public Boolean reused;

  /** Whether the server closed a connection without announcing it. */
  public boolean closesUnannounced;

  public Ending ending;

  public final Resumption oneAtATime = new Resumption();
  public int atOnce;
  public final Resumption stock = new Resumption();
  public final Resumption reprise = new Resumption();

  public final List<Double> connectMillis = new ArrayList<>();
  public final List<Double> fullMillis = new ArrayList<>();
  public final List<Double> resumedMillis = new ArrayList<>();

  /** What could not be found out, and why; each a sentence. */
  public final List<String> gaps = new ArrayList<>();

  Facts(Target target) {
    url = target.shown();
    method = target.method();
  }

  /** Whether each call needs a separate connection, whatever the client prefers. */
  @JsonProperty
  public boolean imposesClose() {
    return announcesClose || closesUnannounced || Boolean.FALSE.equals(reused);
  }

  /** Whether the server answers a ClientHello like that of JDK 27; true if that was not tried. */
  public boolean copesWithHybrids() {
    return hybridHello == null || hybridHello == HybridHello.Answer.ANSWERED;
  }

  /**
   * Whether tickets of TLS 1.2 have a lifetime hint of 0 (RFC 5077 section 3.3), as Go's do. JSSE
   * discards them, so nothing is resumed.
   */
  public boolean isTimelessTls12() {
    return sessions12.ticketLifetimes != null
        && !sessions12.ticketLifetimes.isEmpty()
        && sessions12.ticketLifetimes.stream().allMatch(seconds -> seconds == 0);
  }

  /** Whether sessions are resumed whenever one is offered, one call at a time. */
  public boolean resumes() {
    return oneAtATime.tried > 0 && oneAtATime.resumed == oneAtATime.tried;
  }

  /** The quickest: slower ones come from a program that has just started, not from the server. */
  public static double best(List<Double> millis) {
    return millis.stream().min(Double::compare).orElse(Double.NaN);
  }

  /** The median; NaN if there are no values. */
  public static double median(List<Double> values) {
    if (values.isEmpty()) {
      return Double.NaN;
    }
    List<Double> sorted = new ArrayList<>(values);
    sorted.sort(null);
    int half = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(half)
        : (sorted.get(half - 1) + sorted.get(half)) / 2;
  }
}
