package dev.reprise.lab.faults;

import dev.reprise.subject.faults.Cell;
import dev.reprise.subject.faults.FaultCase;
import java.util.Map;

/** Cells in which each promise holds. */
public final class Cells {

  private Cells() {}

  /** A cell of a call that was answered and held for nothing. */
  public static Cell answered(String client, FaultCase fault) {
    Cell cell = cell(client, fault);
    cell.endings.put("response", 3);
    return cell;
  }

  /** A cell of a call that failed. */
  public static Cell failed(String client, FaultCase fault, String ending, String progress) {
    Cell cell = cell(client, fault);
    cell.endings.put(ending, 3);
    cell.progress.put(progress, 3);
    return cell;
  }

  private static Cell cell(String client, FaultCase fault) {
    Cell cell = new Cell();
    cell.jdk = "17.0.2";
    cell.protocol = "TLSv1.3";
    cell.client = client;
    cell.fault = fault.label();
    cell.tries = 3;
    cell.heldMillis = 0.4;
    cell.next.putAll(Map.of("resumed", 3));
    return cell;
  }
}
