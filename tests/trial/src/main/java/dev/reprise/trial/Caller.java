package dev.reprise.trial;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;

/** A client of one kind, stock or with Reprise, as the plan of a scenario drives it. */
abstract class Caller implements AutoCloseable {

  final World world;
  final Scenario scenario;
  final Equipment equipment;
  final List<Closeable> clients = new ArrayList<>();
  private final Map<Integer, Runnable> running = new ConcurrentHashMap<>();

  Caller(World world, Equipment equipment) {
    this.world = world;
    this.scenario = world.scenario;
    this.equipment = equipment;
  }

  /** Makes the call of this number, from 1, and reads as much as the scenario says. */
  final Outcome call(int number) {
    StringBuilder told = new StringBuilder();
    try {
      exchange(number, told);
      return Outcome.of(told.toString());
    } catch (IOException | RuntimeException e) {
      return Outcome.failed(told.toString(), e);
    } finally {
      running.remove(number);
    }
  }

  /** Makes a call, and tells its status and body, or as much of it as came before a failure. */
  abstract void exchange(int number, StringBuilder told) throws IOException;

  /** From here on the call can be aborted, and is where the scenario says so. */
  final void begin(int number, Runnable abort) {
    running.put(number, abort);
    if (number == 1 && scenario.is("interruption=abort-before")) {
      abort.run();
    }
  }

  /** Reads as much of the body as the scenario says, and aborts the call where it says so. */
  final String read(InputStream in, int number, Runnable abort) {
    boolean aborts = number == 1 && scenario.is("interruption=abort-in-body");
    String read = read(in, aborts ? "part" : scenario.get("reading"));
    if (aborts) {
      abort.run();
      read += " " + read(in, "all");
    }
    if (number == 1 && scenario.is("interruption=abort-after")) {
      abort.run();
    }
    return read;
  }

  static byte[] bodyOf(String text, int size) {
    byte[] body = new byte[size];
    for (int i = 0; i < size; i++) {
      body[i] = (byte) text.charAt(i % text.length());
    }
    return body;
  }

  static String tell(byte[] body) {
    CRC32 sum = new CRC32();
    sum.update(body);
    return body.length + "#" + Long.toHexString(sum.getValue());
  }

  static boolean hasFailed(String read) {
    return read.contains(" (");
  }

  /** Reads as much as is to be read, and tells it; throws nothing away that came before. */
  private String read(InputStream in, String reading) {
    try {
      return switch (reading) {
        case "none" -> "unread";
        case "part" -> "part " + tell(in.readNBytes(scenario.number("size") / 2));
        default -> tell(in.readAllBytes());
      };
    } catch (IOException | RuntimeException e) {
      return Kind.of(e) + " (" + Kind.describe(e) + ")";
    }
  }

  final Map<String, String> headers(int number) {
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("X-Call", String.valueOf(number));
    headers.put("X-Marker", World.MARKER);
    String user = user(number);
    if (user != null) {
      headers.put("X-User", user);
    }
    return headers;
  }

  final String user(int call) {
    return switch (scenario.get("users")) {
      case "two-in-turn" -> call % 2 == 1 ? "A" : "B";
      case "sometimes" -> call % 3 == 0 ? null : call % 3 == 1 ? "A" : "B";
      default -> null;
    };
  }

  final byte[] body(int number) {
    return bodyOf("secret " + number + ";", scenario.is("method=post-large") ? 150_000 : 200);
  }

  final boolean knowsLogin() {
    return !scenario.is("login=none");
  }

  final boolean knowsProxyLogin() {
    return !scenario.isAny("proxy-login=none", "proxy-login=lacking");
  }

  final void abort(int number) {
    running.getOrDefault(number, () -> {}).run();
  }

  void shutdown() {
    throw new UnsupportedOperationException();
  }

  void reload(boolean otherTrust) {
    if (!equipment.reload(otherTrust)) {
      renew();
    }
  }

  abstract void renew();

  @Override
  public void close() {
    for (Closeable each : clients) {
      try {
        each.close();
      } catch (IOException e) {
        // The connections that are left are counted.
      }
    }
  }
}
