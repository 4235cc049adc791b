package dev.reprise.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.Provider;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.conscrypt.Conscrypt;

/**
 * An HTTPS server that imposes {@code Connection: close}, commits each {@link Fault} on demand, and
 * has its own view of how many handshakes were full ones. Thread-safe.
 */
public final class TlsPeer extends LoopbackServer {

  public static final String BODY = "<ok/>";

  /** The header by which a request asks for a fault in its answer, by the fault's label. */
  public static final String FAULT = "X-Fault";

  private static final int QUEUE = 256;
  private static final Set<Fault> OF_THE_SERVER =
      Set.of(Fault.CONNECT_STALL, Fault.CERTIFICATE_CHANGED, Fault.TICKETS_FORGOTTEN);
  private static final Answer OK = Answer.ok(BODY).with("Content-Type", "text/xml");

  private final Certificates certificates;
  private final Provider provider;
  private final TrustManager[] clientTrust;
  private volatile boolean clientCertificates;
  private final String[] protocols;

  /** The connections in a handshake that needs the server's key. */
  private final Set<Socket> needingKey = ConcurrentHashMap.newKeySet();

  private final AtomicInteger full = new AtomicInteger();
  private final AtomicInteger resumed = new AtomicInteger();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger resets = new AtomicInteger();
  private final AtomicInteger stuck = new AtomicInteger();
  private final AtomicInteger stalled = new AtomicInteger();
  private final AtomicInteger clientsFirst = new AtomicInteger();

  /** The connections that have had a request. */
  private final Set<Socket> asked = ConcurrentHashMap.newKeySet();

  private final Map<Fault, SSLContext> ofFaults = new EnumMap<>(Fault.class);
  private final InetAddress address;
  private DeafPort deaf;
  private KeyManager[] keys;
  private SSLContext context;
  private final Queue<Fault> inTurn = new ConcurrentLinkedQueue<>();
  private volatile Fault fault = Fault.NONE;
  private volatile int holdMillis = -1;
  private volatile Function<Request, Answer> answers = request -> OK;
  private volatile Consumer<Request> observer = request -> {};
  private volatile Function<Request, Fault> faults =
      head ->
          head.header(FAULT) == null
              ? null
              : Objects.requireNonNull(Fault.labelled(head.header(FAULT)), "No such fault");
  private volatile boolean wantsCertificates;

  /** Starts a peer on a free port of the loopback address. It has no faults of certificates. */
  public TlsPeer(
      KeyManager[] keys,
      TrustManager[] clientTrust,
      boolean clientCertificates,
      String... protocols)
      throws IOException, GeneralSecurityException {
    this(
        null,
        null,
        new ServerSocket(0, QUEUE, InetAddress.getLoopbackAddress()),
        keys,
        clientTrust,
        clientCertificates,
        protocols);
  }

  private TlsPeer(
      Certificates certificates,
      Provider provider,
      ServerSocket listener,
      KeyManager[] keys,
      TrustManager[] clientTrust,
      boolean clientCertificates,
      String... protocols)
      throws GeneralSecurityException {
    super(new Acceptor(listener));
    this.certificates = certificates;
    this.provider = provider;
    this.address = listener.getInetAddress();
    this.keys = keys;
    this.clientTrust = clientTrust;
    this.clientCertificates = clientCertificates;
    this.protocols = protocols;
    context = newContext(keys);
    acceptor.startEach(
        socket -> {
          Fault ofThis = inTurn.poll();
          Fault now = ofThis == null ? fault : ofThis;
          return raw -> serve(raw, now);
        });
  }

  public static TlsPeer start(Certificates certificates, String... protocols)
      throws IOException, GeneralSecurityException {
    return startAt(InetAddress.getLoopbackAddress(), 0, certificates, protocols);
  }

  /** The same, but it requires a client certificate. */
  public static TlsPeer startStrict(Certificates certificates, String... protocols)
      throws IOException, GeneralSecurityException {
    TlsPeer peer = start(certificates, protocols);
    peer.clientCertificates = true;
    return peer;
  }

  /** Starts a peer for localhost at an address and port of the caller's choice. */
  public static TlsPeer startAt(
      InetAddress address, int port, Certificates certificates, String... protocols)
      throws IOException, GeneralSecurityException {
    return startAt(null, address, port, certificates, protocols);
  }

  /** The same with the TLS of a provider. BoringSSL's gives out several tickets. */
  public static TlsPeer startAt(
      Provider provider,
      InetAddress address,
      int port,
      Certificates certificates,
      String... protocols)
      throws IOException, GeneralSecurityException {
    return new TlsPeer(
        certificates,
        provider,
        new ServerSocket(port, QUEUE, address),
        certificates.keyManagers(certificates.server()),
        certificates.trustManagers(),
        false,
        protocols);
  }

  /** Sets the fault of connections accepted from now on. */
  public synchronized TlsPeer misbehave(Fault next) {
    try {
      if (next == Fault.CERTIFICATE_CHANGED) {
        keys = certificates().keyManagers(certificates().server());
      }
      if (next == Fault.CERTIFICATE_CHANGED || next == Fault.TICKETS_FORGOTTEN) {
        context = newContext(keys);
      }
      // Keys take their time, which is not to be that of a handshake.
      contextOf(next);
      if (next == Fault.CONNECT_STALL) {
        goDeaf();
      } else {
        hearAgain();
      }
    } catch (IOException e) {
      throw new IllegalStateException("Cannot misbehave so: " + next, e);
    }
    inTurn.clear();
    fault = next;
    return this;
  }

  /** Commits each of these faults on one connection, and then none. */
  public synchronized TlsPeer misbehaveInTurn(Fault... faults) {
    for (Fault each : faults) {
      if (OF_THE_SERVER.contains(each)) {
        throw new IllegalArgumentException("No fault of a single connection: " + each);
      }
      contextOf(each);
    }
    misbehave(Fault.NONE);
    inTurn.addAll(List.of(faults));
    return this;
  }

  /**
   * From now on leaves each connection open for so long after the response, watches who closes it
   * first, and reads on to its very end, so that no reset is missed.
   */
  public TlsPeer hold(int millis) {
    holdMillis = millis;
    return this;
  }

  /** How many connections the client closed, of those held open after the response. */
  public int clientsFirst() {
    return clientsFirst.get();
  }

  /** Waits until all connections that had a request have ended. */
  public void awaitEnds() {
    Eventually.holds(asked::isEmpty, () -> asked.size() + " connections are open");
  }

  public void endConnections() throws IOException {
    acceptor.endConnections();
  }

  public void resetConnections() {
    acceptor.resetConnections();
  }

  private Certificates certificates() {
    if (certificates == null) {
      throw new IllegalStateException("This peer was given keys, not certificates");
    }
    return certificates;
  }

  private void goDeaf() throws IOException {
    if (deaf == null) {
      acceptor.pause();
      deaf = new DeafPort(address, port());
    }
  }

  private void hearAgain() throws IOException {
    if (deaf != null) {
      deaf.close();
      deaf = null;
      acceptor.resume(new ServerSocket(port(), QUEUE, address));
    }
  }

  /** What it answers, from the status line on, unless a fault prevents it. */
  public TlsPeer answer(String response) {
    Answer answer = Answer.raw(response.getBytes(StandardCharsets.US_ASCII));
    return answer(request -> answer);
  }

  /** What it answers to each request, unless a fault prevents it. */
  public TlsPeer answer(Function<Request, Answer> next) {
    answers = next;
    return this;
  }

  /**
   * The fault for each request, of which only the head has been read; null for the connection's
   * fault. Replaces {@link #FAULT}.
   */
  public TlsPeer misbehaveAt(Function<Request, Fault> next) {
    faults = next;
    return this;
  }

  /** Asks for client certificates, but accepts connections without one. */
  public TlsPeer wantCertificates() {
    wantsCertificates = true;
    return this;
  }

  /** Receives each request that was read, before it is answered, on the thread that serves it. */
  public TlsPeer observe(Consumer<Request> next) {
    observer = next;
    return this;
  }

  public int connections() {
    return acceptor.connections();
  }

  public int handshakes() {
    return full.get() + resumed.get();
  }

  public int requests() {
    return requests.get();
  }

  /** How many full handshakes completed, which need the server's certificate. */
  public int fullHandshakes() {
    return full.get();
  }

  public int resumedHandshakes() {
    return resumed.get();
  }

  /** Starts counting handshakes, resets and clients that close first from 0. */
  public TlsPeer forgetCounts() {
    List.of(full, resumed, resets, clientsFirst).forEach(count -> count.set(0));
    return this;
  }

  public int threadsStarted() {
    return acceptor.threadsStarted();
  }

  public int resets() {
    return resets.get();
  }

  /** The frozen connections, on which this side does nothing more. */
  public int stuck() {
    return stuck.get();
  }

  /** Connections under {@link Fault#STALL_HANDSHAKE} whose ClientHello was read. */
  public int stalled() {
    return stalled.get();
  }

  private void serve(Socket raw, Fault now) throws IOException, InterruptedException {
    try {
      raw.setTcpNoDelay(true);
      new FaultyConnection(this, raw, now).serve();
    } catch (IOException e) {
      String message = String.valueOf(e.getMessage());
      // Also what Linux makes of a reset that comes once the client has closed.
      if (message.contains("reset") || holdMillis >= 0 && message.contains("Broken pipe")) {
        resets.incrementAndGet();
      }
    } finally {
      asked.remove(raw);
    }
  }

  /** Does the handshake. Reads from the given stream, if there is one. */
  SSLSocket handshake(Socket raw, InputStream in, Fault now) throws IOException {
    SSLContext tlsOf = contextOf(now);
    SSLSocket tls =
        (SSLSocket)
            (in == null
                ? tlsOf.getSocketFactory().createSocket(raw, null, port(), true)
                : tlsOf.getSocketFactory().createSocket(raw, in, true));
    tls.setUseClientMode(false);
    if (tlsOf.getProvider().getName().equals("Conscrypt")) {
      Conscrypt.setUseSessionTickets(tls, true);
    }
    if (wantsCertificates) {
      tls.setWantClientAuth(true);
    } else {
      tls.setNeedClientAuth(clientCertificates);
    }
    if (protocols.length > 0) {
      tls.setEnabledProtocols(protocols);
    }
    try {
      tls.startHandshake();
      (needingKey.contains(tls) ? full : resumed).incrementAndGet();
    } finally {
      needingKey.remove(tls);
    }
    return tls;
  }

  private synchronized SSLContext contextOf(Fault now) {
    switch (now) {
      case CERTIFICATE_UNTRUSTED:
        return ofFaults.computeIfAbsent(
            now, f -> newContext(certificates().ofAnotherAuthority(), Certificates::server));
      case CERTIFICATE_EXPIRED:
        return ofFaults.computeIfAbsent(
            now, f -> newContext(certificates(), Certificates::expired));
      case CERTIFICATE_OF_OTHER_HOST:
        return ofFaults.computeIfAbsent(
            now, f -> newContext(certificates(), c -> c.serverOf("wrong-name.invalid")));
      default:
        return context;
    }
  }

  private SSLContext newContext(
      Certificates authority, Function<Certificates, HeldCertificate> certificate) {
    return newContext(authority.keyManagers(certificate.apply(authority)));
  }

  private SSLContext newContext(KeyManager[] shown) {
    KeyManager counting = new CountingKeyManager(shown[0], needingKey::add);
    return Certificates.context(provider, new KeyManager[] {counting}, clientTrust);
  }

  int holdMillis() {
    return holdMillis;
  }

  void clientIsFirst() {
    clientsFirst.incrementAndGet();
  }

  void note(Socket raw, Request request) {
    requests.incrementAndGet();
    asked.add(raw);
    observer.accept(request);
  }

  Answer answerTo(Request request) {
    return answers.apply(request);
  }

  Fault faultOf(Request head, Fault ofConnection) {
    Fault ofRequest = faults.apply(head);
    return ofRequest == null ? ofConnection : ofRequest;
  }

  void isStalled() {
    stalled.incrementAndGet();
  }

  void isStuck() {
    stuck.incrementAndGet();
  }

  /** A whole good response. */
  static byte[] response(boolean kept) {
    return (kept ? OK.keptAlive() : OK).whole(true);
  }

  /** Reads one request, head and body; false at the end of the stream. */
  public static boolean readRequest(InputStream in) throws IOException {
    Request head = Request.readHead(in);
    if (head != null) {
      head.withBody(in);
    }
    return head != null;
  }

  @Override
  public void close() throws IOException {
    synchronized (this) {
      if (deaf != null) {
        deaf.close();
      }
    }
    super.close();
  }
}
