package dev.reprise.site;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Where a reader goes for what: groups by task, each with pages and sections of pages. */
record Navigation(Map<String, List<Entry>> groups) {

  /** A page by its path in the project, perhaps with a section, and what it is called here. */
  record Entry(String target, String title) {

    String page() {
      return target.contains("#") ? target.substring(0, target.indexOf('#')) : target;
    }
  }

  static Navigation ofProject() {
    try (InputStream in = Navigation.class.getResourceAsStream("navigation.txt")) {
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Navigation parse(String text) {
    Map<String, List<Entry>> groups = new LinkedHashMap<>();
    List<Entry> group = new ArrayList<>();
    for (String line : text.lines().filter(line -> !line.isBlank()).toList()) {
      if (line.startsWith("# ")) {
        group = new ArrayList<>();
        groups.put(line.substring(2), group);
      } else {
        int space = line.indexOf(' ');
        group.add(new Entry(line.substring(0, space), line.substring(space + 1)));
      }
    }
    return new Navigation(groups);
  }

  List<Entry> entries() {
    return groups.values().stream().flatMap(List::stream).toList();
  }
}
