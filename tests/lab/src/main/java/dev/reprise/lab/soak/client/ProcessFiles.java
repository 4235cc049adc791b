package dev.reprise.lab.soak.client;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** What Linux tells of this process and its connections under /proc. */
final class ProcessFiles {

  private static final Path DESCRIPTORS = Path.of("/proc/self/fd");
  private static final String TIME_WAIT = "06";
  private static final int REMOTE = 2;
  private static final int STATE = 3;

  private ProcessFiles() {}

  /** Open descriptors, without the one that looking takes. */
  static int descriptors() throws IOException {
    int count = 0;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(DESCRIPTORS)) {
      for (Iterator<Path> all = entries.iterator(); all.hasNext(); all.next()) {
        count++;
      }
    }
    return count - 1;
  }

  /** Resident set size in bytes. */
  static long rssBytes() throws IOException {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      String line = lines.filter(l -> l.startsWith("VmRSS:")).findFirst().orElseThrow();
      return Long.parseLong(line.replaceAll("\\D", "")) * 1024;
    }
  }

  /** Connections of this host to a port that are in TIME_WAIT on the side that connected. */
  static int timeWait(int port) throws IOException {
    String suffix = String.format(Locale.ROOT, ":%04X", port);
    int count = 0;
    for (String table : List.of("/proc/net/tcp", "/proc/net/tcp6")) {
      if (Files.exists(Path.of(table))) {
        try (Stream<String> lines = Files.lines(Path.of(table))) {
          count +=
              (int)
                  lines
                      .map(line -> line.trim().split(" +", STATE + 2))
                      .filter(f -> f[REMOTE].endsWith(suffix) && f[STATE].equals(TIME_WAIT))
                      .count();
        }
      }
    }
    return count;
  }

  /** RSTs that this host has sent since it started. */
  static long hostResets() throws IOException {
    List<String> tcp;
    try (Stream<String> lines = Files.lines(Path.of("/proc/net/snmp"))) {
      tcp = lines.filter(line -> line.startsWith("Tcp:")).toList();
    }
    int column = List.of(tcp.get(0).split(" ")).indexOf("OutRsts");
    return Long.parseLong(tcp.get(1).split(" ")[column]);
  }
}
