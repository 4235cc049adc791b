package dev.reprise.lab.faults.report;

import dev.reprise.subject.faults.Fault;
import java.util.EnumSet;
import java.util.Set;

/** A part of the page: faults of one phase of a call. */
enum Section {
  CLOSE("After the response", Fault.NONE, Fault.UNREAD_RESPONSE),
  CONNECT("Connecting", Fault.CONNECT_STALL, Fault.GARBAGE),
  RESPONSE("Instead of the response", Fault.STALL, Fault.STOP_READING),
  BODY("Amid the body", Fault.RESET_AMID_BODY, Fault.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY),
  ABORT("Aborts by another thread", Fault.ABORT_CONNECT, Fault.ABORT_BODY),
  CHANGE("Servers and clocks that change", Fault.CERTIFICATE_CHANGED, Fault.CLOCK_BACK);

  private final String title;
  private final Set<Fault> faults;

  Section(String title, Fault first, Fault last) {
    this.title = title;
    this.faults = EnumSet.range(first, last);
  }

  String title() {
    return title;
  }

  Set<Fault> faults() {
    return faults;
  }
}
