package dev.reprise.lab;

import java.io.File;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;

/** Class paths of JVMs. */
public final class ClassPath {

  /** The class path of this program, which child JVMs may run on too. */
  public static final List<Path> OWN =
      Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
          .map(Path::of)
          .toList();

  private ClassPath() {}

  /** The class path of these jars and folders, for a command line. */
  public static String of(List<Path> entries) {
    return entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
  }
}
