package dev.reprise.tls;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.Socket;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What tests of connections have in common: an authority, who trusts it, and a recorder. */
abstract class TlsTest {

  /** One for all: making keys takes long. */
  private static final Certificates SHARED = new Certificates();

  @RegisterExtension final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  final Certificates certificates = SHARED;
  final Recorder recorder = new Recorder();
  final TlsStatistics statistics = new TlsStatistics();
  final ExecutorService threads = Executors.newCachedThreadPool();

  @AfterEach
  void endThreads() {
    threads.shutdownNow();
  }

  /** Settings that trust the authority and tell recorder and statistics. */
  TlsSettings.Builder trusting() {
    return TlsSettings.builder()
        .trustManagers(certificates.trustManagers())
        .addListener(recorder)
        .addListener(statistics);
  }

  /** The same over Conscrypt, if the variant says so at its end: as "TLSv1.3 Conscrypt". */
  TlsSettings.Builder trusting(String variant) {
    return variant.endsWith("Conscrypt")
        ? trusting().provider(Conscrypt.newProvider())
        : trusting();
  }

  static String protocolOf(String variant) {
    return variant.replace(" Conscrypt", "");
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
    return factory;
  }

  static ResumingSslSocket connect(ResumingSslSocketFactory factory, int port) throws IOException {
    return (ResumingSslSocket) factory.createSocket("localhost", port);
  }

  /** A server with a certificate of this authority for the host. */
  TlsPeer peerOf(String host, String... protocols) throws Exception {
    return new TlsPeer(
        certificates.keyManagers(certificates.serverOf(host)),
        certificates.trustManagers(),
        false,
        protocols);
  }

  /** What an application without Reprise has. */
  SSLContext stock() throws Exception {
    return stock(certificates.trustManagers());
  }

  static SSLContext stock(TrustManager... trust) throws Exception {
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust, null);
    return context;
  }

  /** As languages without checked exceptions do. */
  @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
  static <E extends Throwable> void throwUnchecked(Throwable thrown) throws E {
    throw (E) thrown;
  }

  /** TLS that leaves the TCP socket to its owner. */
  static SSLSocket layered(SSLSocketFactory factory, Socket raw) throws IOException {
    return (SSLSocket) factory.createSocket(raw, "localhost", raw.getPort(), false);
  }
}
