package dev.reprise.tls;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.IdlePeer;
import dev.reprise.testkit.LoopbackServer;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.InetAddress;
import java.security.Security;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.provider.Arguments;

/** What tests of connections have in common: an authority, who trusts it, and a recorder. */
abstract class TlsTest {

  /** One for all: making keys takes long. */
  private static final Certificates SHARED = new Certificates();

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  final Certificates certificates = SHARED;
  final Recorder recorder = new Recorder();
  final TlsStatistics statistics = new TlsStatistics();
  final ExecutorService threads = Executors.newCachedThreadPool();

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  @AfterEach
  void endServersAndThreads() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
    threads.shutdownNow();
  }

  /** Closes it when the test is over, whatever was opened last first. */
  <T extends AutoCloseable> T closing(T resource) {
    opened.push(resource);
    return resource;
  }

  TlsPeer peer(String... protocols) throws Exception {
    return closing(TlsPeer.start(certificates, protocols));
  }

  TlsPeer strictPeer(String... protocols) throws Exception {
    return closing(TlsPeer.startStrict(certificates, protocols));
  }

  ScriptedPeer scripted(ScriptedPeer.Script script, String... protocols) throws Exception {
    return closing(ScriptedPeer.start(certificates, script, protocols));
  }

  IdlePeer idlePeer(String protocol) throws Exception {
    return closing(IdlePeer.start(certificates, protocol));
  }

  /** A server with BoringSSL, which gives out two tickets in each handshake and knows hybrids. */
  TlsPeer boringPeer() throws Exception {
    assumeEllipticCurves();
    InetAddress localhost = InetAddress.getByName("localhost");
    return closing(TlsPeer.startAt(Conscrypt.newProvider(), localhost, 0, certificates, "TLSv1.3"));
  }

  RecordingProxy proxyTo(LoopbackServer server) throws IOException {
    return closing(new RecordingProxy(server.port()));
  }

  TlsSettings.Builder trusting() {
    return TlsSettings.builder()
        .trustManagers(certificates.trustManagers())
        .addListener(recorder)
        .addListener(statistics);
  }

  /** The same over Conscrypt, if the variant says so at its end: as "TLSv1.3 Conscrypt". */
  TlsSettings.Builder trusting(String variant) {
    if (!variant.endsWith("Conscrypt")) {
      return trusting();
    }
    if (!variant.startsWith("TLSv1.2")) {
      assumeEllipticCurves();
    }
    return trusting().provider(Conscrypt.newProvider());
  }

  /** Without the module for them, JSSE has no group in common with BoringSSL. */
  static void assumeEllipticCurves() {
    assumeTrue(Security.getAlgorithms("KeyPairGenerator").contains("EC"), "no elliptic curves");
  }

  static String protocolOf(String variant) {
    return variant.replace(" Conscrypt", "");
  }

  /** Each of these with each protocol, over JSSE and over Conscrypt. */
  static List<Arguments> eachVariantOf(Object... kinds) {
    List<Arguments> all = new ArrayList<>();
    for (Object kind : kinds) {
      for (String protocol : List.of("TLSv1.2", "TLSv1.3")) {
        all.add(Arguments.of(kind, protocol));
        all.add(Arguments.of(kind, protocol + " Conscrypt"));
      }
    }
    return all;
  }

  ResumingSslSocketFactory factory() {
    return factory(trusting());
  }

  ResumingSslSocketFactory factory(TlsSettings.Builder settings) {
    return factory(settings, System::nanoTime);
  }

  ResumingSslSocketFactory factory(TlsSettings.Builder settings, LongSupplier clock) {
    ResumingSslSocketFactory factory = new ResumingSslSocketFactory(settings.build(), clock);
    nothingLeftOver.watchLeases(() -> factory.laneCounts().leased());
    opened.push(factory::closePreconnections);
    return factory;
  }

  interface Task {
    void run() throws Exception;
  }

  Future<?> begin(Task task) {
    return threads.submit(
        () -> {
          task.run();
          return null;
        });
  }

  static void respond(SSLSocket tls) throws IOException {
    ScriptedPeer.readRequest(tls);
    tls.getOutputStream().write(ScriptedPeer.response());
  }

  static ResumingSslSocket connect(ResumingSslSocketFactory factory, int port) throws IOException {
    return (ResumingSslSocket) factory.createSocket("localhost", port);
  }

  TlsPeer peerOf(String host, String... protocols) throws Exception {
    return closing(
        new TlsPeer(
            certificates.keyManagers(certificates.serverOf(host)),
            certificates.trustManagers(),
            false,
            protocols));
  }

  SSLContext stock() {
    return Certificates.context(null, null, certificates.trustManagers());
  }

  /** Trusts whom the authority has signed, and does this once it has looked at the chain. */
  TrustManager trustAnd(Task then) {
    return new ChainOnlyTrust(certificates) {
      @Override
      public void checkServerTrusted(X509Certificate[] chain, String authType)
          throws CertificateException {
        super.checkServerTrusted(chain, authType);
        run();
      }

      @Override
      public void checkClientTrusted(X509Certificate[] chain, String authType)
          throws CertificateException {
        super.checkClientTrusted(chain, authType);
        run();
      }

      private void run() throws CertificateException {
        try {
          then.run();
        } catch (Exception e) {
          throw new CertificateException(e);
        }
      }
    };
  }

  /** As languages without checked exceptions do. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <E extends Throwable> void throwUnchecked(Throwable thrown) throws E {
    throw (E) thrown;
  }
}
