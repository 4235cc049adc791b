package dev.reprise.release;

import java.io.IOException;
import java.nio.file.Path;

/** What tells whether a file was signed with the key of the release. */
interface Signatures {

  boolean holds(Path file, Path signature) throws IOException;

  /** Asks the gpg on the path, whose home is the environment's GNUPGHOME. */
  static Signatures ofGpg() {
    return (file, signature) -> {
      Process gpg =
          new ProcessBuilder("gpg", "--batch", "--verify", signature.toString(), file.toString())
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      try {
        return gpg.waitFor() == 0;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IOException("interrupted while a signature was verified", e);
      }
    };
  }
}
