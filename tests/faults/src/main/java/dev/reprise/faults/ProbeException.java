package dev.reprise.faults;

/** The probe or the peer could not do its work. */
final class ProbeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  ProbeException(String message) {
    super(message);
  }
}
