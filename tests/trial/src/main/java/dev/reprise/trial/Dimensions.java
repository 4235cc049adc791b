package dev.reprise.trial;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What scenarios differ in: each dimension, how many scenarios of a hundred are not plain in it (25
 * unless told), and its values, of which the first is the plain one, to which shrinking goes back.
 * A new one is a line here, what it does in the peers or clients, and in {@link Space} what it
 * cannot be combined with.
 */
final class Dimensions {

  private static final String TABLE =
      """
      client 55: httpclient urlconnection httpclient5
      # CONNECT through a proxy that is spoken to in clear, or over TLS
      route 75: direct tunnel tls-tunnel
      # what the proxy asks for, and whether the client knows it; closing: with the challenge
      proxy-login: none right right-closing wrong lacking
      # of the first connection, as the test kit names it; other-name: its certificate, where it is spoken to over TLS
      proxy-fault: none forbid drop reset stall nonsense stall-tunnel hang-up none-with-length other-name
      provider 55: jsse conscrypt bcjsse
      # the JDK's, or an extended one that checks the chain and leaves out the name
      trust: store extended
      # where Reprise has its SSLContexts from
      source: managers supplier
      # the host that is called, and what its certificate is for
      name 40: right address other-address other wildcard wildcard-partial expired untrusted
      client-key: none optional-lacking optional-given demanded-given demanded-lacking
      protocol: both server-12 server-13 client-12 client-13 disjoint
      # keep-but-ends: between calls; close-but-stays: until the client closes
      persistence: close keep keep-but-ends close-but-stays close-without-notify http-1-0
      framing: length chunked until-end no-content
      size: 100 0 200000
      # once: an entity that can be sent once
      method: get head post post-once post-large post-expecting
      login 12: none basic wrong
      # as the test kit names them; the last ones are met before any request
      fault: none close-before-response reset-before-response truncate-head close-amid-body reset-amid-body garbage-response bad-record-before-response slow-response stall stall-amid-body data-after-response early-response close-after-interim close-in-handshake reset-in-handshake stall-handshake garbage alert-in-handshake close-after-handshake
      fault-time 50: first second always
      reading 20: all part none
      # the state (user token) of the requests
      users: none two-in-turn sometimes
      stale-check: default always
      calls 50: 2 1 4 8
      # of the first call, from another thread unless it is its own
      interruption: none abort-before abort-in-connect-request abort-in-handshake abort-waiting abort-in-body abort-after shutdown-waiting shutdown-in-handshake
      # before the second call, also to other trust, or while the server answers the first
      reload: none between during other-trust
      retry 20: default never
      # of Reprise alone; between calls the peer ends those that wait
      preconnections: off on ended reset
      """;

  /** In the order in which they are printed. */
  static final Map<String, List<String>> ALL = new LinkedHashMap<>();

  /** How many scenarios of a hundred have another value than the plain one, where they can. */
  static final Map<String, Integer> SHARES = new HashMap<>();

  static {
    for (String line : TABLE.split("\n")) {
      if (!line.startsWith("#")) {
        String[] parts = line.split(": ");
        String[] name = parts[0].split(" ");
        ALL.put(name[0], List.of(parts[1].split(" ")));
        SHARES.put(name[0], name.length > 1 ? Integer.parseInt(name[1]) : 25);
      }
    }
  }

  private Dimensions() {}

  static String plain(String dimension) {
    return dimension + "=" + ALL.get(dimension).get(0);
  }

  /** The dimension of {@code dimension=value}, which there must be. */
  static String of(String text) {
    int equals = text.indexOf('=');
    List<String> values = ALL.get(text.substring(0, Math.max(0, equals)));
    if (values == null) {
      throw new IllegalArgumentException(
          "'" + text + "' is not of the form dimension=value; the dimensions are " + ALL.keySet());
    }
    if (!values.contains(text.substring(equals + 1))) {
      throw new IllegalArgumentException("'" + text + "' is none of " + values);
    }
    return text.substring(0, equals);
  }
}
