package dev.reprise.soak;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The class path of this program, which the soaked JVM runs on too. */
final class ClassPath {

  static final List<Path> OWN =
      Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
          .map(Path::of)
          .toList();

  private ClassPath() {}
}
