package dev.reprise.probe.measure;

import java.util.Locale;
import java.util.ResourceBundle;

/** The sentences of the probe, which are in a separate table. */
public final class Texts {

  private static final ResourceBundle ALL =
      ResourceBundle.getBundle("dev.reprise.probe.texts", Locale.ROOT);

  private Texts() {}

  /** Returns the sentence of that name, with the values filled in. */
  public static String of(String name, Object... values) {
    return String.format(Locale.ROOT, ALL.getString(name), values);
  }
}
