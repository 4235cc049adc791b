package dev.reprise.matrix;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Where the matrix ran.
 *
 * @param os the operating system and its version
 * @param cpu the CPU's model, or its architecture where that is not told
 * @param processors the processors that Java may use
 */
record Machine(String os, String cpu, int processors) {

  static Machine current() {
    return new Machine(
        System.getProperty("os.name") + " " + System.getProperty("os.version"),
        cpuModel(),
        Runtime.getRuntime().availableProcessors());
  }

  private static String cpuModel() {
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).trim())
          .findFirst()
          .orElseGet(Machine::architecture);
    } catch (IOException e) {
      return architecture();
    }
  }

  private static String architecture() {
    return System.getProperty("os.arch");
  }

  String describe() {
    return "%s, %d processors, %s".formatted(cpu, processors, os);
  }
}
