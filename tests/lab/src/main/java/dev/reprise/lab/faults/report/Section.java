package dev.reprise.lab.faults.report;

import dev.reprise.subject.faults.FaultCase;
import java.util.List;

/** A part of the page: faults of one phase of a call. */
enum Section {
  CLOSE("After the response", FaultCase.NONE),
  CONNECT("Connecting", FaultCase.CONNECT_STALL),
  RESPONSE("Instead of the response", FaultCase.STALL),
  BODY("Amid the body", FaultCase.RESET_AMID_BODY),
  ABORT("Aborts by another thread", FaultCase.ABORT_CONNECT),
  CHANGE("Servers that change", FaultCase.CERTIFICATE_CHANGED);

  private final String title;
  private final FaultCase first;

  Section(String title, FaultCase first) {
    this.title = title;
    this.first = first;
  }

  String title() {
    return title;
  }

  /** From its first one to the next section, so that each case is in one. */
  List<FaultCase> faults() {
    List<FaultCase> all = List.of(FaultCase.values());
    boolean last = ordinal() == values().length - 1;
    int end = last ? all.size() : values()[ordinal() + 1].first.ordinal();
    return all.subList(first.ordinal(), end);
  }
}
