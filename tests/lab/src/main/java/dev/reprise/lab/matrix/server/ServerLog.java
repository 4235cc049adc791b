package dev.reprise.lab.matrix.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a server has written down: its handshakes, if it does, and its complaints.
 *
 * @param files the files it writes
 * @param resumed found in the line of a resumed handshake; null if it writes none down
 * @param full found in the line of a full handshake; null if it writes none down
 * @param complaint found in a line that tells an error; the first group is what is kept
 */
record ServerLog(List<Path> files, Pattern resumed, Pattern full, Pattern complaint) {

  boolean hasView() {
    return resumed != null;
  }

  /** The handshakes in the log so far. */
  ServerView view() {
    long fullOnes = 0;
    long resumedOnes = 0;
    for (String line : lines()) {
      if (resumed.matcher(line).find()) {
        resumedOnes++;
      } else if (full.matcher(line).find()) {
        fullOnes++;
      }
    }
    return new ServerView(fullOnes, resumedOnes);
  }

  /** The complaints in the log so far, each with its count. */
  Map<String, Long> complaints() {
    Map<String, Long> complaints = new TreeMap<>();
    for (String line : lines()) {
      Matcher matcher = complaint.matcher(line);
      if (matcher.find()) {
        complaints.merge(matcher.group(1).strip(), 1L, Long::sum);
      }
    }
    return complaints;
  }

  /** The last line, for a message. */
  String lastLine() {
    List<String> lines = lines();
    return lines.isEmpty() ? "it wrote nothing" : lines.get(lines.size() - 1);
  }

  private List<String> lines() {
    return files.stream().filter(Files::exists).flatMap(ServerLog::read).toList();
  }

  private static Stream<String> read(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).lines();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
