package dev.reprise.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Whether two builds of a release are the same, byte by byte. Signatures differ by their nature,
 * and the repository's own lists carry the time of the deployment.
 */
final class SameBytes {

  private SameBytes() {}

  /** What differs, one a line. */
  static List<String> differences(Path one, Path other) throws IOException {
    Set<String> files = files(one);
    Set<String> others = files(other);
    List<String> found = new ArrayList<>();
    if (files.isEmpty()) {
      found.add(one + " is empty");
    }
    Set<String> all = new TreeSet<>(files);
    all.addAll(others);
    for (String file : all) {
      if (!others.contains(file)) {
        found.add(file + " is in " + one + " alone");
      } else if (!files.contains(file)) {
        found.add(file + " is in " + other + " alone");
      } else if (Files.mismatch(one.resolve(file), other.resolve(file)) >= 0) {
        found.add(file + " differs" + where(one.resolve(file), other.resolve(file)));
      }
    }
    return found;
  }

  private static Set<String> files(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().contains(".asc"))
          .filter(file -> !file.getFileName().toString().startsWith("maven-metadata"))
          .map(file -> folder.relativize(file).toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }

  /** The entries of two jars that differ, for whoever has to find the cause. */
  private static String where(Path one, Path other) throws IOException {
    if (!one.toString().endsWith(".jar")) {
      return "";
    }
    List<String> entries = entries(one);
    List<String> others = entries(other);
    List<String> changed = new ArrayList<>(entries);
    changed.removeAll(others);
    return changed.isEmpty() ? " in the order or headers of its entries" : ": " + changed;
  }

  private static List<String> entries(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      List<String> found = new ArrayList<>();
      for (ZipEntry entry : zip.stream().toList()) {
        CRC32 sum = new CRC32();
        sum.update(zip.getInputStream(entry).readAllBytes());
        found.add(entry.getName() + " " + Long.toHexString(sum.getValue()));
      }
      return found;
    }
  }
}
