package dev.reprise.trial;

import dev.reprise.testkit.Fault;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What scenarios differ in. Each dimension is an enum; its first value is the plain one, to which
 * shrinking goes back. A new dimension is an enum here, an entry in {@link #ALL}, what it does in
 * the peers or clients, and in {@link Space} what it cannot be combined with.
 */
final class Dimensions {

  private Dimensions() {}

  enum ClientKind {
    HTTPCLIENT,
    URLCONNECTION,
    HTTPCLIENT5
  }

  enum Route {
    DIRECT,
    /** CONNECT through a proxy spoken to in clear. */
    TUNNEL,
    /** CONNECT through a proxy spoken to over TLS. */
    TLS_TUNNEL
  }

  /** What the proxy asks for, and the client knows. */
  enum ProxyLogin {
    NONE,
    RIGHT,
    /** The proxy closes its connection with the challenge. */
    RIGHT_CLOSING,
    WRONG,
    LACKING
  }

  /** What the proxy does to the first connection that asks it for a tunnel, or to all. */
  enum ProxyFault {
    NONE,
    BAD_GATEWAY,
    ENDS,
    RESETS,
    SILENT,
    GARBAGE,
    /** Opens the tunnel, and nothing comes through it. */
    SILENT_TUNNEL,
    /** Opens the tunnel, and closes it. */
    ENDS_TUNNEL,
    /** 200 with headers that a response to CONNECT should not have. */
    LENGTH_IN_ANSWER,
    /** Its certificate is for another host; of proxies spoken to over TLS. */
    OTHER_NAME
  }

  enum ProviderKind {
    JSSE,
    CONSCRYPT,
    BCJSSE
  }

  enum Trust {
    /** The JDK's own trust manager over a store. */
    STORE,
    /** An X509TrustManager that checks the chain. */
    PLAIN,
    /** An X509ExtendedTrustManager that checks the chain and leaves out the name. */
    EXTENDED
  }

  /** Where Reprise has its SSLContexts from. */
  enum Source {
    MANAGERS,
    SUPPLIER
  }

  /** The host that is called, and what its certificate is for. */
  enum Name {
    RIGHT("localhost", "localhost"),
    ADDRESS("127.0.0.1", "127.0.0.1"),
    OTHER_ADDRESS("127.0.0.1", "127.0.0.2"),
    OTHER("localhost", "other.test"),
    WILDCARD("a.reprise.test", "*.reprise.test"),
    WILDCARD_PARTIAL("alpha.reprise.test", "al*.reprise.test"),
    EXPIRED("localhost", "localhost"),
    UNTRUSTED("localhost", "localhost");

    final String host;
    final String alternative;

    Name(String host, String alternative) {
      this.host = host;
      this.alternative = alternative;
    }

    boolean isOfAnother() {
      return this == OTHER_ADDRESS || this == OTHER;
    }
  }

  enum ClientKey {
    NONE,
    OPTIONAL_LACKING,
    OPTIONAL_GIVEN,
    DEMANDED_GIVEN,
    DEMANDED_LACKING
  }

  enum Protocol {
    BOTH,
    SERVER_12,
    SERVER_13,
    CLIENT_12,
    CLIENT_13,
    DISJOINT
  }

  enum Persistence {
    CLOSE,
    KEEP,
    /** Says keep-alive, and closes when the response has been sent. */
    KEEP_BUT_ENDS,
    /** Says close, and stays. */
    CLOSE_BUT_STAYS,
    /** Closes without close_notify. */
    CLOSE_WITHOUT_NOTIFY,
    HTTP_1_0
  }

  enum Framing {
    LENGTH,
    CHUNKED,
    UNTIL_END,
    NO_CONTENT
  }

  enum Size {
    SMALL(100),
    EMPTY(0),
    LARGE(200_000);

    final int bytes;

    Size(int bytes) {
      this.bytes = bytes;
    }
  }

  enum Method {
    GET,
    HEAD,
    POST,
    /** POST of an entity that can be sent once. */
    POST_ONCE,
    POST_LARGE,
    POST_EXPECTING;

    /** As it stands in the request. */
    String verb() {
      return name().startsWith("POST") ? "POST" : name();
    }

    boolean hasBody() {
      return verb().equals("POST");
    }
  }

  enum Login {
    NONE,
    BASIC,
    WRONG
  }

  enum FaultTime {
    FIRST,
    SECOND,
    ALWAYS
  }

  enum Reading {
    ALL,
    PART,
    NONE
  }

  /** The state (user token) of the requests. */
  enum Users {
    NONE,
    TWO_IN_TURN,
    SOMETIMES
  }

  enum StaleCheck {
    DEFAULT,
    ALWAYS
  }

  enum Calls {
    TWO(2, 1),
    ONE(1, 1),
    FOUR(4, 1),
    EIGHT_BY_TWO(8, 2);

    final int count;
    final int threads;

    Calls(int count, int threads) {
      this.count = count;
      this.threads = threads;
    }
  }

  /** What the first call meets, from another thread unless it is its own. */
  enum Interruption {
    NONE,
    ABORT_BEFORE,
    ABORT_IN_CONNECT_REQUEST,
    ABORT_IN_HANDSHAKE,
    ABORT_WAITING,
    ABORT_IN_BODY,
    ABORT_AFTER,
    SHUTDOWN_WAITING,
    SHUTDOWN_IN_HANDSHAKE
  }

  enum Reload {
    NONE,
    /** Before the second call. */
    BETWEEN,
    /** While the server answers the first call. */
    DURING,
    /** Before the second call, to other trust. */
    OTHER_TRUST
  }

  enum Retry {
    DEFAULT,
    NEVER,
    ALWAYS
  }

  /**
   * Whether Reprise keeps connections ready, of which the second one that is wanted opens the
   * first.
   */
  enum Preconnections {
    OFF,
    ON,
    /** Between calls the peer closes those that wait. */
    ENDED,
    /** Between calls the peer resets those that wait. */
    RESET
  }

  /** The faults of a target that scenarios have; the order is that of the seeds. */
  private static final Fault[] FAULTS = {
    Fault.NONE,
    Fault.CLOSE_BEFORE_RESPONSE,
    Fault.RESET_BEFORE_RESPONSE,
    Fault.TRUNCATE_HEAD,
    Fault.CLOSE_AMID_BODY,
    Fault.RESET_AMID_BODY,
    Fault.GARBAGE_RESPONSE,
    Fault.BAD_RECORD_BEFORE_RESPONSE,
    Fault.SLOW_RESPONSE,
    Fault.STALL,
    Fault.STALL_AMID_BODY,
    Fault.DATA_AFTER_RESPONSE,
    Fault.EARLY_RESPONSE,
    Fault.CLOSE_AFTER_INTERIM,
    Fault.CLOSE_IN_HANDSHAKE,
    Fault.RESET_IN_HANDSHAKE,
    Fault.STALL_HANDSHAKE,
    Fault.GARBAGE,
    Fault.ALERT_IN_HANDSHAKE,
    Fault.CLOSE_AFTER_HANDSHAKE
  };

  /** Of them those that no request comes through. */
  static final Set<Fault> IN_HANDSHAKE =
      EnumSet.of(
          Fault.CLOSE_IN_HANDSHAKE,
          Fault.RESET_IN_HANDSHAKE,
          Fault.STALL_HANDSHAKE,
          Fault.GARBAGE,
          Fault.ALERT_IN_HANDSHAKE,
          Fault.CLOSE_AFTER_HANDSHAKE);

  /** The values that a dimension has in scenarios, the plain one first. */
  static Enum<?>[] values(Class<? extends Enum<?>> dimension) {
    return dimension == Fault.class ? FAULTS.clone() : dimension.getEnumConstants();
  }

  /** All of them, in the order in which they are printed. */
  static final List<Class<? extends Enum<?>>> ALL =
      List.of(
          ClientKind.class,
          Route.class,
          ProxyLogin.class,
          ProxyFault.class,
          ProviderKind.class,
          Trust.class,
          Source.class,
          Name.class,
          ClientKey.class,
          Protocol.class,
          Persistence.class,
          Framing.class,
          Size.class,
          Method.class,
          Login.class,
          Fault.class,
          FaultTime.class,
          Reading.class,
          Users.class,
          StaleCheck.class,
          Calls.class,
          Interruption.class,
          Reload.class,
          Retry.class,
          Preconnections.class);
}
