package dev.reprise.subject.faults;

/** What becomes of the session that a call met its fault with, over Reprise. */
public enum SessionFate {
  /** The next call resumes. */
  KEPT,
  /** TLS 1.2: kept. TLS 1.3: the ticket was offered, and no new one was read. */
  TICKET_SPENT,
  /** TLS failed, perhaps because of the session: it is not offered again. */
  DROPPED;

  /** Whether the next call must resume. */
  public boolean mustResume(String protocol) {
    return this == KEPT || this == TICKET_SPENT && protocol.equals("TLSv1.2");
  }
}
