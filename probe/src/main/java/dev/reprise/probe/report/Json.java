package dev.reprise.probe.report;

import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes maps, lists, strings, numbers, booleans and nulls as JSON (RFC 8259). */
final class Json {

  private final StringBuilder out = new StringBuilder();

  private Json() {}

  static String of(Object value) {
    Json json = new Json();
    json.write(value, "\n");
    return json.out.toString();
  }

  private void write(Object value, String indent) {
    if (value instanceof Map) {
      Iterator<? extends Map.Entry<?, ?>> entries = ((Map<?, ?>) value).entrySet().iterator();
      out.append('{');
      while (entries.hasNext()) {
        Map.Entry<?, ?> entry = entries.next();
        out.append(indent).append("  ");
        string(String.valueOf(entry.getKey()));
        out.append(": ");
        write(entry.getValue(), indent + "  ");
        out.append(entries.hasNext() ? "," : indent);
      }
      out.append('}');
    } else if (value instanceof List) {
      Iterator<?> items = ((List<?>) value).iterator();
      out.append('[');
      while (items.hasNext()) {
        write(items.next(), indent);
        out.append(items.hasNext() ? ", " : "");
      }
      out.append(']');
    } else if (value instanceof Double) {
      double number = (Double) value;
      out.append(
          Double.isNaN(number) || Double.isInfinite(number)
              ? "null"
              : String.format(Locale.ROOT, "%.3f", number));
    } else if (value == null || value instanceof Number || value instanceof Boolean) {
      out.append(value);
    } else {
      string(value.toString());
    }
  }

  private void string(String text) {
    out.append('"');
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < 0x20) {
        out.append(String.format("\\u%04x", (int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
