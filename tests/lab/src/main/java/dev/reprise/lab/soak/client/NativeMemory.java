package dev.reprise.lab.soak.client;

import java.lang.management.ManagementFactory;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;

/** Committed memory by category, as the JVM's native memory tracking has it. */
final class NativeMemory {

  private static final String HEAP = "Java Heap";

  /** What the compilers have borrowed for the methods that they are at. */
  private static final Set<String> BORROWED = Set.of("Compiler", "Arena Chunk");

  private static final Pattern CATEGORY =
      Pattern.compile("(?m)^-\\s+(.+) \\(reserved=\\d+KB, committed=(\\d+)KB");

  private NativeMemory() {}

  /** The bytes that are not borrowed by a compilation under way. */
  static long kept(Map<String, Long> categories) {
    return categories.entrySet().stream()
        .filter(category -> !BORROWED.contains(category.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  /** Bytes by category, without the Java heap. */
  static Map<String, Long> committed() throws JMException {
    String summary =
        (String)
            ManagementFactory.getPlatformMBeanServer()
                .invoke(
                    new ObjectName("com.sun.management:type=DiagnosticCommand"),
                    "vmNativeMemory",
                    new Object[] {new String[] {"summary"}},
                    new String[] {String[].class.getName()});
    Map<String, Long> categories = new TreeMap<>();
    Matcher matcher = CATEGORY.matcher(summary);
    while (matcher.find()) {
      categories.put(matcher.group(1), Long.parseLong(matcher.group(2)) * 1024);
    }
    if (categories.remove(HEAP) == null) {
      throw new JMException("native memory tracking is off: " + summary.strip());
    }
    return categories;
  }
}
