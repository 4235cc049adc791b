package dev.reprise.tls.internal.provider;

import java.io.IOException;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds out whether a failure is a fatal alert by which the peer refuses the handshake, usually the
 * client's certificate (RFC 8446 section 6.2). Goes by the message, as there is no API for it.
 */
public final class ReceivedAlert {

  /** The limit for a chain of causes that forms a cycle. */
  private static final int MOST_CAUSES = 10;

  /** The messages of JSSE, of Bouncy Castle, and of BoringSSL and OpenSSL in both spellings. */
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
