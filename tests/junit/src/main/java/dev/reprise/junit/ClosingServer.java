package dev.reprise.junit;

import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.testkit.Request;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * An HTTPS server for tests. It answers with {@code Connection: close} and ends the connection
 * after each response, commits a {@link Fault} on demand, counts full and resumed handshakes, and
 * has the certificates that a client needs to trust it.
 *
 * <p>As an extension it runs from before the first test until after the last one in a static field,
 * and for each test in a field of the instance:
 *
 * <pre>{@code
 * @RegisterExtension
 * static ClosingServer server = ClosingServer.tls13().answering("<ok/>");
 * }</pre>
 *
 * With {@code @ExtendWith(ClosingServer.class)} a test, or a method of its life cycle, takes it as
 * a parameter. Outside of JUnit it is started by {@link #start} and ended by {@link #close}.
 *
 * <p>Before each test faults end, counts begin at nothing, and answers are those again that were
 * given before the server started. It listens on a free port of the loopback address. Thread-safe,
 * but there is one fault at a time: tests that run at the same time need servers of their own.
 */
public final class ClosingServer
    implements AutoCloseable,
        BeforeAllCallback,
        BeforeEachCallback,
        AfterEachCallback,
        AfterAllCallback,
        ParameterResolver {

  /** The password of the stores, and of the key in {@link #keyStore}. */
  public static final String PASSWORD = "changeit";

  private final String[] protocols;
  private final Certificates certificates = new Certificates();
  private final HeldCertificate client = certificates.client();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private final Map<String, Path> files = new ConcurrentHashMap<>();
  private boolean strict;
  private Answers declared = new Answers();
  private volatile Answers answers = declared;
  private volatile TlsPeer peer;
  private Path directory;
  private int users;
  private boolean ofOneTest;
  private volatile int handshakesBefore;
  private volatile int fullBefore;

  /** JUnit's, for {@code @ExtendWith}: as {@link #tls}. */
  public ClosingServer() {
    this(new String[0]);
  }

  private ClosingServer(String... protocols) {
    this.protocols = protocols;
  }

  /** A server of TLS 1.3 alone. */
  public static ClosingServer tls13() {
    return new ClosingServer("TLSv1.3");
  }

  /** A server of TLS 1.2 alone. */
  public static ClosingServer tls12() {
    return new ClosingServer("TLSv1.2");
  }

  /** A server of the TLS versions that this JDK enables. */
  public static ClosingServer tls() {
    return new ClosingServer();
  }

  /** Refuses clients that show no certificate of {@link #keyStore}. To be called before a start. */
  public ClosingServer demandingClientCertificates() {
    if (peer != null) {
      throw new IllegalStateException("The server runs already");
    }
    strict = true;
    return this;
  }

  /** Answers each request with status 200 and this body, in UTF-8. */
  public ClosingServer answering(String body) {
    return answering(Answer.ok(Objects.requireNonNull(body, "body")));
  }

  /** Answers each request so. */
  public ClosingServer answering(Answer answer) {
    Objects.requireNonNull(answer, "answer");
    return answering(request -> answer);
  }

  /** Answers requests for a path so, without its query; others as before. */
  public ClosingServer answering(String path, Answer answer) {
    Objects.requireNonNull(path, "path");
    return change(answers.with(path, Objects.requireNonNull(answer, "answer")));
  }

  /**
   * Answers each request by a function, which is called by many threads. Where it gives null, the
   * answer is a 500 that says so.
   */
  public ClosingServer answering(Function<Request, Answer> function) {
    return change(new Answers(Objects.requireNonNull(function, "function")));
  }

  private ClosingServer change(Answers next) {
    answers = next;
    if (peer == null) {
      declared = next;
    }
    return this;
  }

  /**
   * Commits a fault on connections that are accepted from now on, until the next call or the end of
   * the test.
   */
  public ClosingServer fault(Fault fault) {
    running().misbehave(Objects.requireNonNull(fault, "fault"));
    return this;
  }

  /**
   * Commits each of these faults on one connection, in turn, and then none: for tests of retries.
   *
   * @throws IllegalArgumentException for a fault that is not one of a connection: {@link
   *     Fault#CONNECT_STALL}, {@link Fault#CERTIFICATE_CHANGED}, {@link Fault#TICKETS_FORGOTTEN}
   */
  public ClosingServer faults(Fault... inTurn) {
    for (Fault fault : Objects.requireNonNull(inTurn, "inTurn")) {
      Objects.requireNonNull(fault, "fault");
    }
    running().misbehaveInTurn(inTurn);
    return this;
  }

  /** Ends the connections that are open, those too that a fault has frozen. */
  public ClosingServer endConnections() {
    try {
      running().endConnections();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return this;
  }

  /** {@code https://localhost:port/}. */
  public URI uri() {
    return uri("/");
  }

  /**
   * The address of a path.
   *
   * @param path with a slash in front, and a query if need be
   * @throws IllegalArgumentException if there is no slash in front
   */
  public URI uri(String path) {
    if (!Objects.requireNonNull(path, "path").startsWith("/")) {
      throw new IllegalArgumentException("path: '" + path + "' does not begin with a slash");
    }
    return URI.create("https://localhost:" + port() + path);
  }

  /** The port that it listens on. */
  public int port() {
    return running().port();
  }

  /** Full handshakes that completed since the test began, as the server sees them. */
  public int fullHandshakes() {
    return running().fullHandshakes() - fullBefore;
  }

  /** Resumed handshakes that completed since the test began, as the server sees them. */
  public int resumedHandshakes() {
    return running().handshakes() - handshakesBefore - fullHandshakes();
  }

  /** What was asked since the test began, in the order in which it was read. */
  public List<Request> requests() {
    return List.copyOf(requests);
  }

  /** Trust in this server's authority alone. */
  public X509TrustManager trustManager() {
    return (X509TrustManager) certificates.trustManagers()[0];
  }

  /** The key and the certificate of a client that this server knows. */
  public KeyManager[] keyManagers() {
    return certificates.keyManagers(client);
  }

  /** A new context of the JDK that trusts this server and has the client's certificate. */
  public SSLContext sslContext() {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(keyManagers(), new TrustManager[] {trustManager()}, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This JDK has no usable TLS", e);
    }
  }

  /** The certificate of this server's authority in PEM. */
  public String authorityPem() {
    return certificates.authorityPem();
  }

  /** A file with {@link #authorityPem}. It is there until the server is closed. */
  public Path authorityFile() {
    return file("ca.pem", file -> Files.writeString(file, authorityPem()));
  }

  /** A PKCS12 store to trust, with {@link #PASSWORD}. It is there until the server is closed. */
  public Path trustStore() {
    return file(
        "trust.p12",
        file -> store(file, store -> store.setCertificateEntry("ca", certificates.authority())));
  }

  /** A PKCS12 store with a client's key, with {@link #PASSWORD}; there until the close. */
  public Path keyStore() {
    return file(
        "client.p12",
        file ->
            store(
                file,
                store ->
                    store.setKeyEntry(
                        "client",
                        client.keyPair().getPrivate(),
                        PASSWORD.toCharArray(),
                        new Certificate[] {client.certificate(), certificates.authority()})));
  }

  private synchronized Path file(String name, Action<Path> writing) {
    return files.computeIfAbsent(
        name,
        absent -> {
          try {
            if (directory == null) {
              directory = Files.createTempDirectory("closing-server-");
            }
            Path file = directory.resolve(name);
            writing.on(file);
            return file;
          } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException("Cannot write " + name, e);
          }
        });
  }

  private static void store(Path file, Action<KeyStore> filling)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    filling.on(store);
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, PASSWORD.toCharArray());
    }
  }

  private interface Action<T> {
    void on(T subject) throws IOException, GeneralSecurityException;
  }

  private TlsPeer running() {
    TlsPeer now = peer;
    if (now == null) {
      throw new IllegalStateException(
          "The server does not run: register it with @RegisterExtension, or call start()");
    }
    return now;
  }

  /** Starts the server, unless it runs. Not needed where JUnit does it. */
  public synchronized ClosingServer start() {
    if (peer == null) {
      try {
        peer =
            (strict
                    ? TlsPeer.startStrict(certificates, protocols)
                    : TlsPeer.start(certificates, protocols))
                .answer(request -> answers.to(request))
                .observe(requests::add);
      } catch (IOException | GeneralSecurityException e) {
        throw new IllegalStateException("Cannot start a server on the loopback address", e);
      }
      reset();
    }
    return this;
  }

  /** No fault, counts from nothing, and the answers that were given before the start. */
  public ClosingServer reset() {
    TlsPeer now = running();
    now.misbehave(Fault.NONE);
    answers = declared;
    requests.clear();
    handshakesBefore = now.handshakes();
    fullBefore = now.fullHandshakes();
    return this;
  }

  /** Ends the server and all its connections, and removes its files. */
  @Override
  public synchronized void close() throws IOException {
    try {
      if (peer != null) {
        peer.close();
      }
    } finally {
      peer = null;
      for (Path file : files.values()) {
        Files.deleteIfExists(file);
      }
      files.clear();
      if (directory != null) {
        Files.deleteIfExists(directory);
        directory = null;
      }
    }
  }

  /** JUnit's. */
  @Override
  public synchronized void beforeAll(ExtensionContext context) {
    // Once more for each nested class.
    users++;
    start();
  }

  /** JUnit's. */
  @Override
  public synchronized void beforeEach(ExtensionContext context) {
    ofOneTest = peer == null;
    start().reset();
  }

  /** JUnit's. */
  @Override
  public synchronized void afterEach(ExtensionContext context) throws IOException {
    if (ofOneTest) {
      close();
    }
  }

  /** JUnit's. */
  @Override
  public synchronized void afterAll(ExtensionContext context) throws IOException {
    if (--users == 0) {
      close();
    }
  }

  /** JUnit's: parameters of this type. */
  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == ClosingServer.class;
  }

  /** JUnit's: this server. */
  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return this;
  }

  /** What is answered to which path. Immutable. */
  private static final class Answers {

    private final Function<Request, Answer> others;
    private final Map<String, Answer> ofPaths;

    Answers() {
      this(request -> Answer.ok(""));
    }

    Answers(Function<Request, Answer> others) {
      this(others, Map.of());
    }

    private Answers(Function<Request, Answer> others, Map<String, Answer> ofPaths) {
      this.others = others;
      this.ofPaths = ofPaths;
    }

    Answers with(String path, Answer answer) {
      Map<String, Answer> more = new ConcurrentHashMap<>(ofPaths);
      more.put(path, answer);
      return new Answers(others, more);
    }

    Answer to(Request request) {
      Answer ofPath = ofPaths.get(request.path());
      Answer answer = ofPath == null ? others.apply(request) : ofPath;
      return answer == null
          ? Answer.of(
              500,
              "The function given to answering() returned null for "
                  + request.method()
                  + " "
                  + request.target())
          : answer;
    }
  }
}
