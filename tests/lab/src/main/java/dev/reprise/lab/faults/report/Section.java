package dev.reprise.lab.faults.report;

import dev.reprise.subject.faults.FaultCase;
import java.util.EnumSet;
import java.util.Set;

/** A part of the page: faults of one phase of a call. */
enum Section {
  CLOSE("After the response", FaultCase.NONE, FaultCase.UNREAD_RESPONSE),
  CONNECT("Connecting", FaultCase.CONNECT_STALL, FaultCase.GARBAGE),
  RESPONSE("Instead of the response", FaultCase.STALL, FaultCase.STOP_READING),
  BODY("Amid the body", FaultCase.RESET_AMID_BODY, FaultCase.TRUNCATE_CLOSE_DELIMITED_NO_NOTIFY),
  ABORT("Aborts by another thread", FaultCase.ABORT_CONNECT, FaultCase.ABORT_BODY),
  CHANGE("Servers and clocks that change", FaultCase.CERTIFICATE_CHANGED, FaultCase.CLOCK_BACK);

  private final String title;
  private final Set<FaultCase> faults;

  Section(String title, FaultCase first, FaultCase last) {
    this.title = title;
    this.faults = EnumSet.range(first, last);
  }

  String title() {
    return title;
  }

  Set<FaultCase> faults() {
    return faults;
  }
}
