package dev.reprise.probe.wire;

import static java.util.Map.entry;

import java.util.Map;

/** Names of groups (RFC 8446 section 4.2.7 and the registry that it began). */
final class Groups {

  private static final Map<Integer, String> NAMES =
      Map.ofEntries(
          entry(0x0017, "secp256r1"),
          entry(0x0018, "secp384r1"),
          entry(0x0019, "secp521r1"),
          entry(0x001d, "x25519"),
          entry(0x001e, "x448"),
          entry(0x0100, "ffdhe2048"),
          entry(0x0101, "ffdhe3072"),
          entry(0x0102, "ffdhe4096"),
          entry(0x0103, "ffdhe6144"),
          entry(0x0104, "ffdhe8192"),
          entry(0x11eb, "SecP256r1MLKEM768"),
          entry(0x11ec, "X25519MLKEM768"),
          entry(0x11ed, "SecP384r1MLKEM1024"));

  private Groups() {}

  static String name(int group) {
    return NAMES.getOrDefault(group, String.format("group 0x%04x", group));
  }
}
