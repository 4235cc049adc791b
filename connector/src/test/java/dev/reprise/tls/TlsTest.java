package dev.reprise.tls;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.Servers;
import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.IdlePeer;
import dev.reprise.testkit.LoopbackServer;
import dev.reprise.testkit.RecordingProxy;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.InetAddress;
import java.security.Security;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.jsse.provider.BouncyCastleJsseProvider;
import org.conscrypt.Conscrypt;
import org.junit.jupiter.params.provider.Arguments;

/** What tests of connections have in common: who trusts the authority, and a recorder. */
abstract class TlsTest extends Servers {

  final Recorder recorder = new Recorder();
  final TlsStatistics statistics = new TlsStatistics();

  /** A clock that stands, unless it is put forward. */
  final AtomicLong clock = new AtomicLong();

  void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  long preconnections(PreconnectionOutcome outcome) {
    return statistics.total().preconnections().get(outcome);
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

  TlsSettings.Builder certified() {
    return trusting().keyManagers(certificates.keyManagers(certificates.client()));
  }

  TlsSettings.Builder preconnecting(int most) {
    return trusting().maxPreconnectionsPerPeer(most);
  }

  /** Settings over the provider at the end of the variant, if any: as "TLSv1.3 Conscrypt". */
  TlsSettings.Builder trusting(String variant) {
    if (variant.endsWith("BCJSSE")) {
      return trusting().provider(new BouncyCastleJsseProvider(new BouncyCastleProvider()));
    }
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
    return variant.split(" ")[0];
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
    closing(factory::closePreconnections);
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
