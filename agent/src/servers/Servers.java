import dev.reprise.testkit.*;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.*;
import java.util.concurrent.TimeUnit;

/** Starts the server with two agents and counts what its application's calls cost. */
public class Servers {

  private static final String ENVELOPE = "http://schemas.xmlsoap.org/soap/envelope/";
  private static final Answer ANSWER =
      Answer.ok("<s:Envelope xmlns:s='" + ENVELOPE + "'><s:Body><ok/></s:Body></s:Envelope>")
          .with("Content-Type", "text/xml");

  public static void main(String[] args) throws Exception {
    Path home = Path.of(args[0]);
    Certificates certificates = new Certificates();
    certificates.writeTo(home, certificates.client());
    int port = freePort();
    ProcessBuilder builder = new ProcessBuilder("bash", home + "/bin/standalone.sh",
        "-Djboss.http.port=" + port, "-Djboss.https.port=0", "-Djboss.management.http.port=0");
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().put("JAVA_OPTS", "-javaagent:" + args[1] + " -javaagent:" + args[2]
        + " -Dotel.traces.exporter=console -Dotel.metrics.exporter=none -Dotel.logs.exporter=none"
        + " -Djavax.net.ssl.trustStorePassword=changeit -Djavax.net.ssl.trustStore="
        + home.resolve("trust.p12") + " -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xmx512m");
    Path log = home.resolve("log.txt");
    Process server = builder.redirectErrorStream(true).redirectOutput(log.toFile()).start();
    boolean held = true;
    try {
      String url = "http://127.0.0.1:" + port + "/";
      held &= calls("CXF of WildFly", certificates, server, url + "own/?", 8);
      held &= calls("Metro", certificates, server, url + "libraries/?", 8);
      held &= calls("Axis2 1.7", certificates, server, url + "libraries/?axis&", 40);
    } finally {
      // Its script ends with it.
      server.descendants().forEach(ProcessHandle::destroy);
      server.waitFor(60, TimeUnit.SECONDS);
    }
    long spans = Files.lines(log).filter(line -> line.contains(" CLIENT [tracer: ")).count();
    System.out.println("spans of calls: " + spans);
    if (!held || spans < 200 || Files.readString(log).contains("LogManager was not")) {
      System.err.println("agent/servers.sh: not as it should be; see " + log);
      System.exit(1);
    }
  }

  private static boolean calls(
      String stack, Certificates certificates, Process server, String url, int mostFull)
      throws Exception {
    while (get(url) == null) {
      if (!server.isAlive()) {
        throw new IllegalStateException("The server has ended");
      }
      Thread.sleep(200);
    }
    try (TlsPeer peer = TlsPeer.start(certificates).answer(request -> ANSWER)) {
      boolean answered = get(url + "url=" + peer.url()) != null;
      System.out.printf("%s: %d of %d handshakes resumed, all calls answered: %b%n",
          stack, peer.resumedHandshakes(), peer.handshakes(), answered);
      return answered && peer.handshakes() == 100 && peer.fullHandshakes() <= mostFull;
    }
  }

  private static String get(String url) {
    try (var body = URI.create(url).toURL().openStream()) {
      return new String(body.readAllBytes());
    } catch (IOException e) {
      return null;
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return free.getLocalPort();
    }
  }
}
