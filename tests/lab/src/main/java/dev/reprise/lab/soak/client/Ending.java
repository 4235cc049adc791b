package dev.reprise.lab.soak.client;

import dev.reprise.tls.TruncatedStreamException;
import java.io.IOException;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.util.Locale;
import org.apache.http.ConnectionClosedException;

/** How a call ended. */
enum Ending {
  RESPONSE,
  RESET,
  READ_TIMEOUT,
  TRUNCATED,
  OTHER;

  static Ending of(IOException failure) {
    if (failure instanceof TruncatedStreamException
        || failure instanceof ConnectionClosedException) {
      return TRUNCATED;
    }
    if (failure.getClass() == SocketTimeoutException.class) {
      return READ_TIMEOUT;
    }
    String message = String.valueOf(failure.getMessage());
    return failure instanceof SocketException && message.contains("reset") ? RESET : OTHER;
  }

  String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
