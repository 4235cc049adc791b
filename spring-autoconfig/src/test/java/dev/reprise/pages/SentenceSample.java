package dev.reprise.pages;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Prints 100 sentences for somebody to read: a third each of user pages, messages, Javadoc. */
class SentenceSample {

  // Group 1 of these is there where they are words, rather than code that has to be passed over.
  private static final Pattern PAGE = Pattern.compile("(?s)\\n *```.*?\\n *```|([^|\\n]+)");
  private static final Pattern JAVADOC =
      Pattern.compile("(/\\*\\*[^*]*+(?:\\*(?!/)[^*]*+)*+\\*/)(?!\\s*private)");
  private static final Pattern MESSAGE =
      Pattern.compile(
          "(?s)/\\*.*?\\*/|//[^\\n]*|'\"'|T(\\s*\\+\\s*(T|[\\w.]+(\\([^()\"]*\\))*))*"
              .replace("T", "(\"(?:[^\"\\\\\\n]|\\\\.)*\")"));
  private static final Pattern END =
      Pattern.compile("(?<=[.!?])(\"\\s*\\+\\s*\"|[\\s*]|</?\\w{1,2}>)+(?=[^a-z])|\\* (?=@)|$");
  private static final String BETWEEN = "\"\\s*\\+\\s*\"|/\\*\\*|\\*/|\\n\\s*\\*|</?\\w{1,2}>|\\s+";

  public static void main(String[] seed) throws IOException {
    List<String> pages = sentences("README.md|docs.[^/]*\\.md", PAGE);
    String main = "(?!docs|tests|examples).*src.main.java.";
    List<String> messages = sentences(main + ".*\\.java", MESSAGE);
    List<String> javadoc = sentences(main + "((?!internal).)*\\.java", JAVADOC);
    for (List<String> kind : List.of(pages, messages, javadoc)) {
      Collections.shuffle(kind, new Random(Long.parseLong(seed[0])));
      kind.subList(0, kind == pages ? 34 : 33).forEach(System.out::println);
    }
  }

  private static List<String> sentences(String name, Pattern kind) throws IOException {
    List<String> found = new ArrayList<>();
    try (Stream<Path> files = Files.walk(Path.of(""))) {
      for (Path file : files.filter(path -> path.toString().matches(name)).sorted().toList()) {
        String text = Files.readString(file);
        if (kind == JAVADOC && !text.contains("\npublic ")) continue;
        for (var block : kind.matcher(text).results().toList()) {
          int start = block.start();
          String words = block.group(1) == null ? "" : block.group();
          for (var end : END.matcher(words).results().toList()) {
            String raw = text.substring(start, block.start() + end.start());
            String sentence = raw.replaceAll(BETWEEN, " ").replaceAll("\\s+", " ").strip();
            long line = text.substring(0, start).chars().filter(c -> c == '\n').count() + 1;
            if (sentence.split(" ").length > 3) found.add(file + ":" + line + " " + sentence);
            start = block.start() + end.end();
          }
        }
      }
    }
    return found;
  }
}
