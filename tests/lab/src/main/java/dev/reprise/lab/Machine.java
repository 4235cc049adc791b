package dev.reprise.lab;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/**
 * Where a run took place.
 *
 * @param os the operating system and its version
 * @param cpu the CPU's model, or its architecture where that is not told; null if it was not
 *     recorded
 * @param processors the processors that Java may use
 * @param memoryGiB the memory, in GiB; null if it was not recorded
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record Machine(String os, String cpu, int processors, Long memoryGiB) {

  /** This machine. */
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

  /** One line. */
  public String describe() {
    return (cpu == null ? "" : cpu + ", ")
        + processors
        + " processors, "
        + (memoryGiB == null ? "" : memoryGiB + " GiB, ")
        + os;
  }
}
