package dev.reprise.probe.measure;

import dev.reprise.probe.wire.Handshake;
import dev.reprise.probe.wire.HybridHello;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSession;

/** Calls a server step by step. For one thread and one run. */
public final class Survey {

  public static final int FEWEST_REQUESTS = Budget.FEWEST_REQUESTS;
  public static final int MOST_REQUESTS = 100;

  private static final Duration END_WATCH = Duration.ofSeconds(3);
  private static final Duration UNANNOUNCED_END_WATCH = Duration.ofMillis(300);
  private static final Duration ORDERLY_END = Duration.ofMillis(200);

  /** Long enough for two segments, and for what reads only the first. */
  private static final Duration HALVES_APART = Duration.ofMillis(100);

  private static final int LONGEST_SILENCE_MILLIS = 5000;

  private final Target target;
  private final Credentials credentials;
  private final Budget budget;
  private final Facts facts;
  private final Failures failures;
  private final Consumer<String> progress;
  private InetAddress address;
  private SSLContext lane;

  /**
   * Makes a survey of at most this many requests.
   *
   * @param pause between one connection and the next
   * @param requests within {@link #FEWEST_REQUESTS} and {@link #MOST_REQUESTS}
   * @param progress receives what is being done
   */
  public Survey(
      Target target,
      Credentials credentials,
      Duration pause,
      int requests,
      Consumer<String> progress) {
    this.target = target;
    this.credentials = credentials;
    this.budget = new Budget(requests, pause);
    this.facts = new Facts(target);
    this.failures = new Failures(target, credentials);
    this.progress = progress;
  }

  /**
   * Runs the whole survey.
   *
   * @param anyStatus whether to go on if the server answers with an HTTP error
   * @throws ProbeFailure if the first call fails; what fails later is a gap in the facts
   */
  public Facts run(boolean anyStatus) throws InterruptedException {
    long began = System.nanoTime();
    try {
      progress.accept("a first call");
      look(anyStatus);
    } catch (IOException e) {
      throw failures.of(e);
    }
    step("calls one after the other", this::oneAtATime);
    step(budget.atOnce + " calls at once", this::atOnce);
    step("handshake times", this::times);
    step("a ClientHello of Java 27", this::hybridHello);
    facts.requests = budget.requests();
    facts.connections = budget.connections();
    facts.seconds = Math.round((System.nanoTime() - began) / 1e8) / 10.0;
    return facts;
  }

  private interface Step {
    void run() throws IOException, InterruptedException;
  }

  private void step(String what, Step step) throws InterruptedException {
    progress.accept(what);
    try {
      step.run();
    } catch (IOException e) {
      facts.gaps.add(Texts.of("gap.step", what, failures.of(e).getMessage()));
    }
  }

  private TlsConnection open(InetAddress to, SSLContext context)
      throws IOException, InterruptedException {
    budget.connections(1);
    TlsConnection connection = TlsConnection.open(target, to, context.getSocketFactory());
    facts.connectMillis.add(connection.connectMillis);
    return connection;
  }

  private Response exchange(TlsConnection connection, boolean closing) throws IOException {
    budget.request();
    return connection.exchange(target.request(closing));
  }

  /** Whether requests have to ask for the close, since the server does not impose it. */
  private boolean closing() {
    return !facts.imposesClose();
  }

  private void look(boolean anyStatus) throws IOException, InterruptedException {
    InetAddress[] addresses = InetAddress.getAllByName(target.host());
    for (InetAddress each : addresses) {
      facts.addresses.add(new Facts.Address(each.getHostAddress()));
    }
    lane = credentials.newContext();
    try (TlsConnection connection = openFirst(addresses)) {
      try {
        connection.handshake();
        requestFirst(connection, anyStatus);
      } catch (SocketException | SSLException e) {
        // In TLS 1.3 a server may refuse a certificate when the client's handshake is complete, and
        // the alert may be lost with the connection.
        boolean perhapsRefused = credentials.isAsked() && !"TLSv1.2".equals(facts.version);
        if (perhapsRefused && Failures.cause(e, SocketException.class) != null) {
          throw failures.withCertificateAsked(e);
        }
        throw e;
      }
      handshake(connection.seen());
    }
  }

  private void requestFirst(TlsConnection connection, boolean anyStatus) throws IOException {
    SSLSession session = connection.session();
    facts.version = session.getProtocol();
    facts.cipherSuite = session.getCipherSuite();
    facts.clientCertificateShown = session.getLocalCertificates() != null;
    Response response = exchange(connection, false);
    http(response);
    if (response.status() >= 400 && !anyStatus) {
      throw httpError();
    }
    if (response.announcesClose) {
      facts.ending = connection.awaitEnd(END_WATCH);
    } else {
      keepAlive(connection);
    }
  }

  private TlsConnection openFirst(InetAddress[] addresses)
      throws IOException, InterruptedException {
    IOException first = null;
    for (int i = 0; i < addresses.length; i++) {
      try {
        TlsConnection connection = open(addresses[i], lane);
        address = addresses[i];
        return connection;
      } catch (IOException e) {
        facts.addresses.get(i).problem = failures.of(e).getMessage();
        first = first == null ? e : first;
      }
    }
    throw first;
  }

  private void handshake(Handshake seen) {
    facts.clientCertificateAsked = credentials.isAsked();
    if (facts.version.equals("TLSv1.3")) {
      return;
    }
    facts.sessions12.extendedMasterSecret = seen.hasExtendedMasterSecret();
    facts.sessions12.sessionId = seen.isSessionIdGiven();
    if (seen.areTicketsTaken()) {
      facts.sessions12.ticketLifetimes = seen.ticketLifetimes();
    } else {
      facts.gaps.add(Texts.of("gap.no-tickets-taken"));
    }
  }

  private void http(Response response) {
    facts.status = response.status();
    facts.statusLine = response.statusLine();
    facts.httpVersion = response.version();
    facts.connectionHeader = response.header("Connection").orElse(null);
    facts.keepAliveHeader = response.header("Keep-Alive").orElse(null);
    facts.serverHeader = response.header("Server").orElse(null);
    facts.announcesClose = response.announcesClose;
    facts.endsWithConnection = response.endsWithConnection;
  }

  private ProbeFailure httpError() {
    boolean withoutCertificate =
        facts.status < 500 && !facts.clientCertificateShown && credentials.isAsked();
    String name =
        withoutCertificate ? "failed.http-error-without-certificate" : "failed.http-error";
    String line = Texts.of(name, facts.url, facts.method, facts.statusLine);
    return new ProbeFailure(ProbeFailure.HTTP, line, null);
  }

  private void keepAlive(TlsConnection connection) throws IOException {
    Ending early = connection.awaitEnd(UNANNOUNCED_END_WATCH);
    if (early.isByServer()) {
      facts.closesUnannounced = true;
      facts.ending = early;
      return;
    }
    try {
      exchange(connection, true);
      facts.reused = true;
      facts.ending = connection.awaitEnd(END_WATCH);
    } catch (IOException e) {
      facts.reused = false;
      facts.ending = early;
    }
  }

  /** Makes a connection, and one call over it unless only the handshake is wanted. */
  private TlsConnection connect(SSLContext context, boolean calling)
      throws IOException, InterruptedException {
    try (TlsConnection connection = open(address, context)) {
      connection.handshake();
      if (calling) {
        exchange(connection, closing());
        connection.awaitEnd(ORDERLY_END);
      }
      return connection;
    }
  }

  private void oneAtATime() throws IOException, InterruptedException {
    boolean sessionId = Boolean.TRUE.equals(facts.sessions12.sessionId);
    for (int i = 0; i < Budget.ONE_AT_A_TIME; i++) {
      TlsConnection call = connect(lane, true);
      facts.oneAtATime.tried++;
      facts.oneAtATime.resumed += call.isResumed() ? 1 : 0;
      facts.oneAtATime.offered += call.seen().isSessionOffered() || sessionId ? 1 : 0;
    }
    facts.ticketsGiven13 = facts.oneAtATime.offered > 0;
  }

  private void atOnce() throws InterruptedException {
    facts.atOnce = budget.atOnce;
    AtOnce calls = new AtOnce(target, credentials, budget, address, closing());
    calls.stock(facts.stock);
    calls.reprise(facts.reprise);
    int failed = facts.stock.failed + facts.reprise.failed;
    if (failed > 0) {
      facts.gaps.add(Texts.of("gap.calls-failed", failed, calls.lastFailure(failures).orElse("")));
    }
  }

  private void times() throws IOException, InterruptedException {
    for (int i = 0; i < Budget.TIMED; i++) {
      SSLContext fresh = credentials.newContext();
      facts.fullMillis.add(connect(fresh, true).handshakeMillis);
      TlsConnection second = connect(fresh, false);
      if (second.isResumed()) {
        facts.resumedMillis.add(second.handshakeMillis);
      }
    }
  }

  private void hybridHello() throws IOException, InterruptedException {
    budget.connections(1);
    String host = target.host();
    try (Socket tcp = new Socket()) {
      tcp.setTcpNoDelay(true);
      tcp.setSoLinger(true, 0);
      tcp.setSoTimeout(Math.min(target.timeoutMillis(), LONGEST_SILENCE_MILLIS));
      tcp.connect(new InetSocketAddress(address, target.port()), target.timeoutMillis());
      String name = host.matches("[0-9.]+|.*:.*|[^.]*") ? null : host;
      facts.hybridHello = HybridHello.send(tcp, name, HALVES_APART.toMillis());
    }
  }
}
