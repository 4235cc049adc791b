package dev.reprise.junit;

import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.Fault;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.testkit.Request;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * An HTTPS server for tests. It answers with {@code Connection: close} and ends the connection
 * after each response. On demand it commits a {@link Fault}. It counts full and resumed handshakes,
 * and has the certificates that a client needs to trust it.
 *
 * <p>{@code @RegisterExtension} in a static field runs it for all tests, in an instance field for
 * each. Outside of JUnit, call {@link #start} and {@link #close}.
 *
 * <p>Before each test faults are cleared, counts start at 0, and the answers are those given before
 * the start. It listens on a free loopback port. Thread-safe, but there is only one fault at a
 * time: tests that run at once need a server each. No argument or result is null unless the Javadoc
 * says so.
 *
 * @since 0.1.0
 */
public final class ClosingServer
    implements AutoCloseable,
        ExtensionContext.Store.CloseableResource,
        BeforeAllCallback,
        BeforeEachCallback {

  /** Password of the stores, and of the key in {@link #keyStore}. */
  public static final String PASSWORD = "changeit";

  private final String[] protocols;
  private final Certificates certificates = new Certificates();
  private final HeldCertificate client = certificates.client();
  private final List<Request> requests = new CopyOnWriteArrayList<>();
  private boolean strict;
  private Function<Request, Answer> declared = request -> Answer.ok("");
  private volatile Function<Request, Answer> answers = declared;
  private volatile TlsPeer peer;
  private Path directory;

  private ClosingServer(String... protocols) {
    this.protocols = protocols;
  }

  /** Returns a server that speaks only TLS 1.3. */
  public static ClosingServer tls13() {
    return new ClosingServer("TLSv1.3");
  }

  /** Returns a server that speaks only TLS 1.2. */
  public static ClosingServer tls12() {
    return new ClosingServer("TLSv1.2");
  }

  /** Returns a server that speaks the TLS versions that this JDK enables. */
  public static ClosingServer tls() {
    return new ClosingServer();
  }

  /** Refuses clients without the certificate of {@link #keyStore}. Call it before the start. */
  public ClosingServer demandingClientCertificates() {
    strict = true;
    return this;
  }

  /** Answers each request with status 200 and this body, in UTF-8. */
  public ClosingServer answering(String body) {
    return answering(Answer.ok(body));
  }

  /** Answers each request with this answer. */
  public ClosingServer answering(Answer answer) {
    return answering(request -> answer);
  }

  /** Answers requests for a path, with any query, with this answer, and others as before. */
  public ClosingServer answering(String path, Answer answer) {
    Function<Request, Answer> others = answers;
    return answering(request -> request.path().equals(path) ? answer : others.apply(request));
  }

  /** Answers each request by a function, which many threads may call at a time. */
  public ClosingServer answering(Function<Request, Answer> function) {
    answers = Objects.requireNonNull(function, "function");
    if (peer == null) {
      declared = answers;
    }
    return this;
  }

  /** Commits a fault on connections accepted from now on, until the next call or test. */
  public ClosingServer fault(Fault fault) {
    running().misbehave(fault);
    return this;
  }

  /** Commits each of these on one connection, in turn, and then none: for tests of retries. */
  public ClosingServer faults(Fault... inTurn) {
    running().misbehaveInTurn(inTurn);
    return this;
  }

  /** Ends the open connections, including those that a fault has frozen. */
  public ClosingServer endConnections() throws IOException {
    running().endConnections();
    return this;
  }

  /** Returns {@code https://localhost:port/}. */
  public URI uri() {
    return uri("/");
  }

  /** Returns the address of a path, which begins with a slash. */
  public URI uri(String path) {
    return URI.create(running().url()).resolve(path);
  }

  /** Returns how many full handshakes completed since the test began, as the server sees them. */
  public int fullHandshakes() {
    return running().fullHandshakes();
  }

  /** Returns how many resumed handshakes completed since then, as the server sees them. */
  public int resumedHandshakes() {
    return running().resumedHandshakes();
  }

  /** Returns the requests since the test began, in the order in which they were read. */
  public List<Request> requests() {
    return List.copyOf(requests);
  }

  /** Returns a trust manager that trusts only this server's authority. */
  public X509TrustManager trustManager() {
    return (X509TrustManager) certificates.trustManagers()[0];
  }

  /** Returns the key and certificate of a client that this server accepts. */
  public KeyManager[] keyManagers() {
    return certificates.keyManagers(client);
  }

  /** Returns a new context of the JDK that trusts this server and has the client's certificate. */
  public SSLContext sslContext() {
    return certificates.contextOf(client);
  }

  /** Returns a PEM file with the authority's certificate. It exists until the close. */
  public Path authorityFile() {
    return file("ca.pem");
  }

  /** Returns a PKCS12 trust store with {@link #PASSWORD}. It exists until the close. */
  public Path trustStore() {
    return file("trust.p12");
  }

  /** Returns a PKCS12 store with a client's key; {@link #PASSWORD}. It exists until the close. */
  public Path keyStore() {
    return file("client.p12");
  }

  private synchronized Path file(String name) {
    try {
      if (directory == null) {
        directory = Files.createTempDirectory("closing-server-");
        certificates.writeTo(directory, client);
      }
      return directory.resolve(name);
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private TlsPeer running() {
    return Objects.requireNonNull(
        peer, "The server does not run: register it with @RegisterExtension, or call start()");
  }

  /** Starts the server, unless it runs. Not needed with JUnit. */
  public synchronized ClosingServer start() {
    if (peer == null) {
      try {
        peer =
            (strict
                    ? TlsPeer.startStrict(certificates, protocols)
                    : TlsPeer.start(certificates, protocols))
                .answer(request -> answers.apply(request))
                .observe(requests::add);
      } catch (IOException | GeneralSecurityException e) {
        throw new IllegalStateException("Cannot start a server on the loopback address", e);
      }
    }
    return this;
  }

  /** Clears the fault and the counts, and restores the answers that were given before the start. */
  public ClosingServer reset() {
    running().misbehave(Fault.NONE).forgetCounts();
    answers = declared;
    requests.clear();
    return this;
  }

  /** Ends the server and all its connections, and removes its files. */
  @Override
  public synchronized void close() throws IOException {
    if (peer != null) {
      peer.close();
      peer = null;
    }
    if (directory != null) {
      for (String name : List.of("ca.pem", "trust.p12", "client.p12", "")) {
        Files.delete(directory.resolve(name));
      }
      directory = null;
    }
  }

  /** JUnit's. What is stored is closed with the context; nested ones find it. */
  @Override
  public void beforeAll(ExtensionContext context) {
    context
        .getStore(ExtensionContext.Namespace.create(ClosingServer.class))
        .getOrComputeIfAbsent(this, ClosingServer::start);
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    beforeAll(context);
    reset();
  }
}
