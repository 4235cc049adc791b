package dev.reprise.bootmatrix;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** A generation of Spring Boot: its applications, and the Java versions that they run on. */
enum Generation {
  BOOT_2_7("2.7.18", 11, 17),
  BOOT_3_1("3.1.12", 17),
  BOOT_3_2("3.2.12", 17),
  BOOT_3_3("3.3.13", 17),
  BOOT_3_4("3.4.13", 17),
  BOOT_3_5("3.5.14", 17, 25),
  BOOT_4_0("4.0.7", 17, 25),
  BOOT_4_1("4.1.0", 17, 25);

  private final String version;
  private final List<Integer> javas;

  Generation(String version, Integer... javas) {
    this.version = version;
    this.javas = List.of(javas);
  }

  String version() {
    return version;
  }

  /** Whether it is run in the long form alone, and without a sample to copy. */
  boolean isBetween() {
    return compareTo(BOOT_2_7) > 0 && compareTo(BOOT_3_5) < 0;
  }

  /** Feature versions of Java, oldest first. */
  List<Integer> javas() {
    return javas;
  }

  /** Folder of its applications, such as boot-2.7. */
  String folder() {
    return "boot-" + version.substring(0, version.lastIndexOf('.'));
  }

  /** By its version, such as 2.7.18, or 2.7. */
  static Optional<Generation> of(String version) {
    return Arrays.stream(values())
        .filter(
            generation ->
                generation.version.equals(version) || generation.folder().equals("boot-" + version))
        .findFirst();
  }

  static String known() {
    return Arrays.stream(values()).map(Generation::version).collect(Collectors.joining(", "));
  }
}
