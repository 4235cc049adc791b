package dev.reprise.spring.tls;

import dev.reprise.spring.RepriseConfigurationException;
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

  /** Line breaks, labels, and DER in base64: the first byte of a sequence gives the letter M. */
  private static final Pattern KEY_MATERIAL =
      Pattern.compile(
          "[\\r\\n]|BEGIN [A-Z0-9 ]*(KEY|CERTIFICATE)|^\\s*M[A-Za-z0-9+/\\s]{59,}={0,2}\\s*$");

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

  /**
   * Makes sure that a property that names a place holds no part of a key, which a message about
   * that place would show: PEM text without its first line, or put where no PEM text belongs.
   *
   * @throws RepriseConfigurationException without the value, if it does
   */
  static void requirePlace(String property, String value) {
    if (KEY_MATERIAL.matcher(value).find()) {
      throw new RepriseConfigurationException(
          property,
          "its value, not shown here since it may be a key, is no place to read from",
          "Give a path, or a URL of file: or classpath:; PEM text itself is understood by"
              + " certificate and private-key, whole, from its line -----BEGIN on");
    }
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
