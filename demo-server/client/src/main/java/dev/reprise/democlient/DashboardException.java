package dev.reprise.democlient;

/** The dashboard cannot start; the message tells why in one line, with the mend. */
final class DashboardException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DashboardException(String message) {
    super(message);
  }

  DashboardException(String message, Throwable cause) {
    super(message, cause);
  }
}
