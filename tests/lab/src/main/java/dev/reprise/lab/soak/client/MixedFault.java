package dev.reprise.lab.soak.client;

import java.util.Locale;
import java.util.Set;

/** What a request asks the demo server to do to it, and how the call may end. */
public enum MixedFault {
  /** Nothing. */
  NONE(Set.of(Ending.RESPONSE)),
  /** FIN without close_notify after the response. */
  CLOSE_WITHOUT_CLOSE_NOTIFY(Set.of(Ending.RESPONSE)),
  /** RST after the response, which may overtake the end of it. */
  RESET_AFTER_RESPONSE(Set.of(Ending.RESPONSE, Ending.RESET)),
  /** Nothing after the response. */
  HOLD_OPEN(Set.of(Ending.RESPONSE)),
  /** No response within the read timeout. */
  STALL(Set.of(Ending.READ_TIMEOUT)),
  /** Less body than Content-Length says. */
  TRUNCATE_BODY(Set.of(Ending.TRUNCATED)),
  /** Part of a body that the close delimits, without close_notify. */
  TRUNCATE_CLOSE_DELIMITED(Set.of(Ending.TRUNCATED)),
  /** More data than the response. */
  DATA_AFTER_RESPONSE(Set.of(Ending.RESPONSE));

  private static final int ONE_OF = 20;

  private final Set<Ending> endings;

  MixedFault(Set<Ending> endings) {
    this.endings = endings;
  }

  /** The fault of a request: one of 20 has one, each in its turn. */
  static MixedFault of(int request) {
    int faults = values().length - 1;
    return request % ONE_OF == 0 ? values()[1 + request / ONE_OF % faults] : NONE;
  }

  /** The demo server's name for it. */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  boolean accountsFor(Ending ending) {
    return endings.contains(ending);
  }
}
