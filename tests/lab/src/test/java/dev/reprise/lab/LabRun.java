package dev.reprise.lab;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;

/**
 * One run of the lab's command, and what came of it.
 *
 * @param code the exit code
 * @param out what it told
 * @param err what it complained of
 */
public record LabRun(int code, String out, String err) {

  /** Runs a verb with its arguments. */
  public static LabRun of(String... arguments) {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int code = Lab.run(new PrintWriter(out, true), new PrintWriter(err, true), arguments);
    return new LabRun(code, out.toString(), err.toString());
  }

  /** The lines of its complaints. */
  public List<String> complaints() {
    return err.lines().toList();
  }
}
