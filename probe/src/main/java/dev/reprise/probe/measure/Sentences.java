package dev.reprise.probe.measure;

import java.util.ArrayList;
import java.util.List;

/** Sentences on one matter, in the order in which they were added. */
public class Sentences {

  public final List<String> sentences = new ArrayList<>();

  protected final void add(String name, Object... values) {
    sentences.add(Texts.of(name, values));
  }
}
