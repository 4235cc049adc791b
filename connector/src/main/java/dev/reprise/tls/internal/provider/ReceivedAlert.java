package dev.reprise.tls.internal.provider;

import java.io.IOException;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds out by its words, since there is no API, whether a failure is a fatal alert with which the
 * peer refuses the handshake, the client's certificate most of all (RFC 8446 section 6.2).
 */
public final class ReceivedAlert {

  /** For a chain of causes that comes back to itself. */
  private static final int MOST_CAUSES = 10;

  /** Of JSSE; of Bouncy Castle; of BoringSSL and OpenSSL in either spelling of theirs. */
  private static final Pattern REFUSAL =
      Pattern.compile(
          "(Received fatal alert|TlsFatalAlertReceived|(sslv3|tlsv1|tlsv13)[_ ]alert)[:_ ]+"
              + "(\\w+[_ ])?(certificate|handshake[_ ]failure|unknown[_ ]ca|access[_ ]denied"
              + "|decrypt[_ ]error)",
          Pattern.CASE_INSENSITIVE);

  private ReceivedAlert() {}

  public static boolean refusesHandshake(IOException failure) {
    return Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
        .limit(MOST_CAUSES)
        .anyMatch(cause -> REFUSAL.matcher(cause.toString()).find());
  }
}
