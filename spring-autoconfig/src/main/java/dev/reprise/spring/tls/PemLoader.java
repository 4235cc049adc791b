package dev.reprise.spring.tls;

import static org.springframework.util.StringUtils.hasText;

import dev.reprise.spring.ClientProperties;
import dev.reprise.spring.RepriseConfigurationException;
import dev.reprise.tls.Pem;
import dev.reprise.tls.PemException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.springframework.core.io.Resource;
import org.springframework.util.FileCopyUtils;

/** Makes a store of PEM files, or of PEM text in properties, which no message ever shows. */
final class PemLoader {

  /** Line breaks, labels, and DER in base64: the first byte of a sequence gives the letter M. */
  private static final Pattern KEY_MATERIAL =
      Pattern.compile(
          "[\\r\\n]|BEGIN [A-Z0-9 ]*(KEY|CERTIFICATE)|^\\s*M[A-Za-z0-9+/\\s]{59,}={0,2}\\s*$");

  /** URLs, paths from the root or from here, and what ends as the name of a file does. */
  private static final Pattern PLACE = Pattern.compile("\\w+:.*|[./\\\\~].*|.*\\.[A-Za-z0-9]{1,8}");

  private final String prefix;
  private final Function<String, Resource> resources;

  PemLoader(String prefix, Function<String, Resource> resources) {
    this.prefix = prefix;
    this.resources = resources;
  }

  KeyStore trustStore(ClientProperties.Store given) {
    return load(given, null, text -> Pem.trustStore(text));
  }

  KeyStore keyStore(ClientProperties.KeyStore given) {
    String apart = hasText(given.getPrivateKey()) ? given.getPrivateKey() : null;
    String key = apart == null ? null : read("private-key", apart);
    return load(
        given, apart, text -> Pem.keyStore(text, key == null ? text : key, given.getKeyPassword()));
  }

  private KeyStore load(
      ClientProperties.Store given, String key, Function<String, KeyStore> reading) {
    if (hasText(given.getType()) || hasText(given.getPassword())) {
      throw new RepriseConfigurationException(
          prefix + (hasText(given.getType()) ? ".type" : ".password"),
          "it is set together with " + prefix + ".certificate, and PEM files have none",
          given instanceof ClientProperties.KeyStore
              ? "Remove it; the password of an encrypted key is " + prefix + ".key-password"
              : "Remove it");
    }
    try {
      return reading.apply(read("certificate", given.getCertificate()));
    } catch (PemException e) {
      boolean ofKey = key != null && e.part() != PemException.Part.CERTIFICATE;
      throw new RepriseConfigurationException(
          prefix + "." + e.part().name().toLowerCase(Locale.ROOT).replace('_', '-'),
          e.problem(quoted(ofKey ? key : given.getCertificate()))
              + (e.getCause() == null ? "" : ": " + e.getCause().getMessage()),
          e.mend(),
          e.getCause());
    }
  }

  private String read(String property, String value) {
    if (isText(value)) {
      // Docker's env files have no other line breaks.
      return value.replace("\\r", "").replace("\\n", "\n");
    }
    requirePlace(prefix + "." + property, value);
    try {
      Resource resource = resources.apply(value);
      if (!resource.exists()) {
        throw new RepriseConfigurationException(
            prefix + "." + property,
            noFile(value),
            "Correct it; a path, file: and classpath: are understood, and PEM text itself");
      }
      return new String(
          FileCopyUtils.copyToByteArray(resource.getInputStream()), StandardCharsets.US_ASCII);
    } catch (IOException e) {
      throw new RepriseConfigurationException(
          prefix + "." + property,
          quoted(value) + " cannot be read: " + e.getMessage(),
          "Give a readable PEM file",
          e);
    }
  }

  /** Whether a property holds PEM text itself, not a place to read it from, nor null. */
  static boolean isText(String value) {
    return value != null && value.contains("-----BEGIN ");
  }

  /**
   * Makes sure that a property that names a place holds no part of a key, which a message about
   * that place would show: PEM text without its first line, or put where no PEM text belongs.
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

  /** Shows no password or part of a key that stands where a place should. */
  static String noFile(String place) {
    return PLACE.matcher(place).matches()
        ? "there is no file '" + shown(place) + "'"
        : "there is no such file, and its value, not shown here, does not look like a path";
  }

  private static String quoted(String value) {
    return isText(value) ? "the PEM text" : "'" + shown(value) + "'";
  }

  /** A place without the password that a URL may have in it. */
  static String shown(String place) {
    return place.replaceFirst("//[^/]*@", "//******@");
  }
}
