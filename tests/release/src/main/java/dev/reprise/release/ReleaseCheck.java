package dev.reprise.release;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The door: {@code rules REPOSITORY VERSION}, or {@code same REPOSITORY REPOSITORY}. */
final class ReleaseCheck {

  private ReleaseCheck() {}

  public static void main(String[] args) throws IOException {
    if (args.length != 3 || !List.of("rules", "same").contains(args[0])) {
      System.err.println("usage: rules REPOSITORY VERSION | same REPOSITORY REPOSITORY");
      System.exit(2);
    }
    List<String> broken =
        args[0].equals("rules")
            ? new StagedRelease(Path.of(args[1]), args[2], Signatures.ofGpg()).broken()
            : SameBytes.differences(Path.of(args[1]), Path.of(args[2]));
    broken.forEach(System.err::println);
    System.exit(broken.isEmpty() ? 0 : 1);
  }
}
