package dev.reprise.probe.recording;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import jdk.jfr.EventType;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingFile;

/** What a file of Flight Recorder shows of calls over JSSE. */
public final class FlightRecording {

  private static final Set<String> EVENTS =
      Set.of(
          "jdk.TLSHandshake",
          "jdk.X509Validation",
          "jdk.SecurityProviderService",
          "jdk.SocketRead",
          "jdk.SocketWrite",
          "jdk.ThreadStart",
          "jdk.JVMInformation",
          "jdk.ActiveSetting");

  /** A server's first messages are as long if they hold a certificate. */
  private static final int LEAST_WITH_CERTIFICATE = 600;

  /** Of a server's first messages that are shorter, the recording lacks a part. */
  private static final int LEAST_WITHOUT_CERTIFICATE = 100;

  /** The client's second messages are at least as long if they hold a certificate. */
  private static final int LEAST_WITH_CLIENT_CERTIFICATE = 300;

  /** The most bytes that a server sends to end a connection. */
  private static final int MOST_OF_CLOSE = 48;

  private static final int RECORD_HEADER = 5;

  private static final Pattern LIBRARY =
      Pattern.compile(
          "(javax?|jdk|sun|com\\.sun|org\\.apache\\.(http|hc|commons|cxf)|okhttp3|okio|kotlin"
              + "|org\\.springframework|io\\.netty|reactor|dev\\.reprise\\.(tls|http\\w*))\\..*");

  /** The version of the VM stands before the word JRE, and is another number in Java 8. */
  private static final Pattern FEATURE = Pattern.compile("JRE .*?\\((1\\.)?(\\d+)");

  /** What a thread is doing. */
  static final class Doing {
    String tcp;
    String host;
    boolean upgraded;

    /** The server whose answer it waits for; null if none. */
    Calls at;

    boolean alone;

    /** Whether its handshake began before any call was answered. */
    boolean first;

    /** Calls over the connection that it opened last; -1 if there is none. */
    int served = -1;

    boolean handshaking;

    /** When its ClientHello was sent, and how long it waited for the server since then. */
    Instant began;

    Duration waited = Duration.ZERO;
    boolean writing;
    boolean validated;
    String contextAt;
    int in;
    int out;
    Calls calls;

    void answered() {
      if (at != null) {
        at.underWay.remove(this);
        at = null;
      }
    }

    void ended() {
      answered();
      if (served == 1) {
        calls.once++;
      }
      served = -1;
    }
  }

  public int java;
  public double seconds;

  /** Threads that HttpsURLConnection started for handshakes. */
  public int handshakeThreads;

  /** HTTP clients of java.net.http, by their threads. */
  public int javaClients;

  /** SSLContexts that the application made, by any thread. */
  public int contexts;

  /** The events that were recorded. */
  public final Set<String> enabled = new HashSet<>();

  private final Map<String, Calls> servers = new LinkedHashMap<>();
  private final Map<String, Calls> byTcp = new HashMap<>();
  private final Map<Long, Doing> threads = new HashMap<>();
  private int validations;

  /** Where the application made an SSLContext before this handshake; null if it made none. */
  private String contextAt;

  /** Where the application made its last SSLContext. */
  String lastContextAt = "";

  private FlightRecording() {}

  public static FlightRecording read(Path file) throws IOException {
    FlightRecording recording = new FlightRecording();
    List<RecordedEvent> events = new ArrayList<>();
    Map<Long, String> types = new HashMap<>();
    try (RecordingFile in = new RecordingFile(file)) {
      for (EventType type : in.readEventTypes()) {
        types.put(type.getId(), type.getName());
      }
      while (in.hasMoreEvents()) {
        RecordedEvent event = in.readEvent();
        if (EVENTS.contains(event.getEventType().getName())) {
          events.add(event);
        }
      }
    }
    events.sort(Comparator.comparing(RecordedEvent::getEndTime));
    for (RecordedEvent event : events) {
      recording.take(event, types);
    }
    if (!events.isEmpty()) {
      Instant end = events.get(events.size() - 1).getEndTime();
      Instant begin = events.get(0).getEndTime();
      recording.seconds = Duration.between(begin, end).toMillis() / 1e3;
    }
    return recording;
  }

  /** Returns the servers, the one with the most handshakes first. */
  public List<Calls> servers() {
    List<Calls> sorted = new ArrayList<>(servers.values());
    sorted.sort(Comparator.comparing(calls -> -calls.handshakes));
    return sorted;
  }

  public double perHour(int count) {
    return count * 3600 / Math.max(1, seconds);
  }

  /** Whether full handshakes can be told from resumed ones. */
  boolean isFullKnown(Calls calls) {
    return validations > 0 || (calls.bySockets > 0 && calls.requests > 0);
  }

  private void take(RecordedEvent event, Map<Long, String> types) {
    RecordedThread thread = event.getThread();
    long id = thread == null ? -1 : thread.getId();
    Doing doing = threads.computeIfAbsent(id, none -> new Doing());
    switch (event.getEventType().getName()) {
      case "jdk.TLSHandshake":
        handshake(event, doing);
        break;
      case "jdk.X509Validation":
        doing.validated = true;
        validations++;
        break;
      case "jdk.SecurityProviderService":
        if ("SSLContext".equals(event.getString("type"))
            && !"Default".equals(event.getString("algorithm"))) {
          contextAt = place(event);
          lastContextAt = contextAt;
          contexts++;
          doing.contextAt = contextAt;
        }
        break;
      case "jdk.SocketWrite":
        write(event, id, stack(event));
        break;
      case "jdk.SocketRead":
        read(event, doing, stack(event));
        break;
      case "jdk.ThreadStart":
        RecordedThread started = event.getThread("thread");
        String name = started == null ? "" : String.valueOf(started.getJavaName());
        handshakeThreads += name.startsWith("HandshakeCompletedNotify") ? 1 : 0;
        javaClients += name.matches("HttpClient-\\d+-SelectorManager") ? 1 : 0;
        break;
      case "jdk.JVMInformation":
        Matcher feature = FEATURE.matcher(event.getString("jvmVersion"));
        java = feature.find() ? Integer.parseInt(feature.group(2)) : 0;
        break;
      default:
        if ("enabled".equals(event.getString("name")) && "true".equals(event.getString("value"))) {
          enabled.add(types.get(event.getLong("id")));
        }
    }
  }

  private void handshake(RecordedEvent event, Doing doing) {
    String stack = stack(event);
    if (stack.contains("ServerHandshakeContext")) {
      doing.validated = false;
      return;
    }
    boolean full =
        doing.validated
            || "TLSv1.2".equals(event.getString("protocolVersion")) && java < 27
            || doing.handshaking && doing.in >= LEAST_WITH_CERTIFICATE && java < 27;
    String host = event.getString("peerHost");
    Calls calls = connected(event, doing, full, host, event.getInt("peerPort"));
    calls.version = event.getString("protocolVersion");
    calls.engines += stack.contains("SSLEngineImpl") ? 1 : 0;
    calls.places.put("connection", place(event));
    doing.alone = false;
    doing.validated = false;
  }

  private Calls connected(RecordedEvent event, Doing doing, boolean full, String host, int port) {
    boolean bySocket = doing.handshaking;
    boolean proxied =
        bySocket && (doing.upgraded || !doing.host.isEmpty() && !doing.host.equalsIgnoreCase(host));
    Calls calls = servers.computeIfAbsent(proxied ? host : host + ":" + port, Calls::new);
    calls.proxy = proxied ? doing.host + ":" + port : calls.proxy;
    calls.handshakes++;
    calls.alone += doing.alone ? 1 : 0;
    calls.full += full ? 1 : 0;
    calls.fullAlone += doing.alone && full ? 1 : 0;
    calls.fullFirst += doing.first && full ? 1 : 0;
    String made = bySocket ? doing.contextAt : contextAt;
    if (made != null) {
      calls.newContexts++;
      calls.places.put("SSLContext", made);
    }
    if (bySocket) {
      calls.bySockets++;
      calls.mostOpen = Math.max(calls.mostOpen, calls.bySockets - calls.closed());
      calls.mostUnderWay = Math.max(calls.mostUnderWay, calls.underWay.size());
      byTcp.put(doing.tcp, calls);
      if (doing.in >= LEAST_WITHOUT_CERTIFICATE) {
        Duration took = Duration.between(doing.began, event.getStartTime()).minus(doing.waited);
        (full ? calls.fullMillis : calls.resumedMillis).add(Math.max(0, took.toNanos() / 1e6));
      }
    }
    doing.calls = calls;
    doing.served = bySocket ? 0 : -1;
    doing.handshaking = false;
    doing.contextAt = null;
    contextAt = null;
    return calls;
  }

  private void write(RecordedEvent event, long id, String stack) {
    Doing doing = threads.get(id);
    String tcp = event.getString("address") + ":" + event.getInt("port");
    if (stack.contains("ClientHelloKickstartProducer.produce;")) {
      if (tcp.equals(doing.tcp)) {
        doing.ended();
      }
      doing.answered();
      String contextAt = doing.contextAt;
      doing = new Doing();
      threads.put(id, doing);
      doing.contextAt = contextAt;
      doing.tcp = tcp;
      doing.handshaking = true;
      doing.began = event.getEndTime();
      doing.host = event.getString("host");
      doing.upgraded = stack.contains("ConnectionOperator.upgrade;");
      doing.at = byTcp.get(tcp);
      doing.alone = doing.at != null && doing.at.underWay.isEmpty();
      doing.first = doing.at == null || doing.at.requests == 0;
      if (doing.at != null) {
        doing.at.underWay.forEach(other -> other.alone = false);
        doing.at.underWay.add(doing);
      }
    } else if (stack.contains("SSLSocketImpl$AppOutputStream.write;")) {
      boolean same = tcp.equals(doing.tcp);
      if (doing.handshaking && same) {
        // Resumed in TLS 1.2, which is not recorded (JDK-8391863).
        String host = doing.host.isEmpty() ? event.getString("address") : doing.host;
        connected(
            event, doing, false, doing.at == null ? host : doing.at.host(), event.getInt("port"));
      } else if (!same) {
        doing.handshaking = false;
        doing.tcp = tcp;
        doing.calls = byTcp.get(tcp);
        doing.served = -1;
        doing.out = 0;
      }
      if (doing.calls != null) {
        doing.calls.clientCertificates += doing.out >= LEAST_WITH_CLIENT_CERTIFICATE ? 1 : 0;
      }
      doing.out = 0;
      doing.in = 0;
      doing.writing = true;
    } else if (stack.matches(".*TransportContext\\.(warning|closeNotify|fatal);.*")) {
      Calls calls = byTcp.get(tcp);
      if (tcp.equals(doing.tcp)) {
        doing.ended();
      }
      if (calls != null && !stack.contains("TransportContext.fatal;")) {
        Close close = Close.of(stack);
        calls.close(close, line(event));
        calls.places.put(close.name(), place(event));
      }
    } else if (!stack.contains("HelloRetryRequest")) {
      doing.out += (int) event.getLong("bytesWritten");
    }
  }

  private void read(RecordedEvent event, Doing doing, String stack) {
    long count = event.getLong("bytesRead");
    String tcp = event.getString("address") + ":" + event.getInt("port");
    Calls calls = byTcp.get(tcp);
    if (event.getBoolean("endOfStream") && tcp.equals(doing.tcp)) {
      doing.answered();
    }
    if (doing.handshaking) {
      doing.in += (int) Math.max(0, count);
      doing.waited = doing.waited.plus(event.getDuration());
    } else if (stack.matches(".*\\borg\\.apache\\.h[^;]*\\.(isStale|validate)\\w*;.*")) {
      if (calls != null && (count == RECORD_HEADER || event.getBoolean("endOfStream"))) {
        calls.foundEnded++;
      }
    } else if (count > 0 && calls != null && !tcp.equals(doing.tcp)) {
      calls.readApart = true;
    } else if (count > 0 && doing.calls != null) {
      doing.in += (int) count;
      if (doing.writing && doing.in > MOST_OF_CLOSE) {
        doing.calls.requests++;
        doing.served += doing.served < 0 ? 0 : 1;
        doing.writing = false;
        doing.answered();
      }
    }
  }

  /** Classes with methods, innermost first, each with a semicolon. */
  private static String stack(RecordedEvent event) {
    StringBuilder stack = new StringBuilder();
    if (event.getStackTrace() != null) {
      for (RecordedFrame frame : event.getStackTrace().getFrames()) {
        boolean server = frame.getMethod().getDescriptor().contains("(Lsun/security/ssl/ServerH");
        stack.append(server ? "ServerHandshakeContext;" : "").append(name(frame)).append(';');
      }
    }
    return stack.toString();
  }

  private static String name(RecordedFrame frame) {
    return frame.getMethod().getType().getName() + "." + frame.getMethod().getName();
  }

  /** Which of the two alerts of a close it is. */
  private static int line(RecordedEvent event) {
    return event.getStackTrace().getFrames().stream()
        .dropWhile(frame -> !name(frame).endsWith("TransportContext.warning"))
        .skip(1)
        .mapToInt(RecordedFrame::getLineNumber)
        .findFirst()
        .orElse(0);
  }

  /** The innermost method of the application, with its line. */
  private static String place(RecordedEvent event) {
    return event.getStackTrace() == null
        ? ""
        : event.getStackTrace().getFrames().stream()
            .filter(frame -> !LIBRARY.matcher(name(frame)).matches())
            .map(frame -> name(frame) + ":" + frame.getLineNumber())
            .findFirst()
            .orElse("");
  }
}
