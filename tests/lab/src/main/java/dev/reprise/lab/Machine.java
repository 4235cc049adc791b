package dev.reprise.lab;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Where a run took place.
 *
 * @param os the operating system and its version
 * @param cpu the CPU's model, or its architecture where that is not told
 * @param processors the processors that Java may use
 * @param memoryGiB the memory, in GiB
 */
public record Machine(String os, String cpu, int processors, long memoryGiB) {

  public static Machine current() {
    com.sun.management.OperatingSystemMXBean bean =
        ManagementFactory.getPlatformMXBean(com.sun.management.OperatingSystemMXBean.class);
    return new Machine(
        system(),
        cpuModel(),
        Runtime.getRuntime().availableProcessors(),
        Math.round(bean.getTotalMemorySize() / (double) (1L << 30)));
  }

  /** The operating system and its version, without the name of the build. */
  public static String system() {
    return System.getProperty("os.name")
        + " "
        + System.getProperty("os.version").replaceFirst("-.*", "");
  }

  private static String cpuModel() {
    String architecture = System.getProperty("os.arch");
    try (Stream<String> lines = Files.lines(Path.of("/proc/cpuinfo"))) {
      return lines
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).trim())
          .findFirst()
          .orElse(architecture);
    } catch (IOException e) {
      return architecture;
    }
  }

  public String describe() {
    return "%s, %d processors, %d GiB, %s".formatted(cpu, processors, memoryGiB, os);
  }
}
