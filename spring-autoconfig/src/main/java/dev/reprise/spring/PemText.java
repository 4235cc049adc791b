package dev.reprise.spring;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The blocks of a PEM text (RFC 7468), in order; what stands between them is not looked at. */
final class PemText {

  private static final Pattern BLOCK =
      Pattern.compile("-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\\s]*)-----END \\1-----");

  private final List<Block> blocks = new ArrayList<>();

  /**
   * The blocks of a text.
   *
   * @throws IllegalArgumentException if a block is not base64
   */
  PemText(String text) {
    Matcher matcher = BLOCK.matcher(text);
    while (matcher.find()) {
      blocks.add(new Block(matcher.group(1), Base64.getMimeDecoder().decode(matcher.group(2))));
    }
  }

  /** Whether a property holds PEM text itself, not a place to read it from. */
  static boolean isText(String value) {
    return value.contains("-----BEGIN ");
  }

  List<Block> labelled(String label) {
    return blocks.stream()
        .filter(block -> block.label.endsWith(label))
        .collect(Collectors.toUnmodifiableList());
  }

  static final class Block {

    final String label;
    final byte[] der;

    Block(String label, byte[] der) {
      this.label = label;
      this.der = der;
    }
  }
}
