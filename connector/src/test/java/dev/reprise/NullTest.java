package dev.reprise;

import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.tls.Peer;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsListener;
import dev.reprise.tls.TlsSettings;
import java.net.InetAddress;
import java.net.Socket;
import java.security.Provider;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.stream.Stream;
import javax.net.ssl.KeyManager;
import javax.net.ssl.TrustManager;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Who gives null is told what it was that was null. */
class NullTest {

  static Stream<Arguments> nulls() {
    return Stream.of(
        setting("trustManagers", b -> b.trustManagers((TrustManager[]) null)),
        setting("trustManagers", b -> b.trustManagers((TrustManager) null)),
        setting("keyManagers", b -> b.keyManagers((KeyManager[]) null)),
        setting("keyManagers", b -> b.keyManagers((KeyManager) null)),
        setting("sslContext", b -> b.sslContext(null)),
        setting("provider", b -> b.provider((Provider) null)),
        setting("provider", b -> b.provider((String) null)),
        setting("protocols", b -> b.protocols((String[]) null)),
        setting("protocols", b -> b.protocols("TLSv1.3", null)),
        setting("cipherSuites", b -> b.cipherSuites((String[]) null)),
        setting("cipherSuites", b -> b.cipherSuites((String) null)),
        setting("closeTimeout", b -> b.closeTimeout((Duration) null)),
        setting("laneIdleTimeout", b -> b.laneIdleTimeout((Duration) null)),
        setting("sessionTimeout", b -> b.sessionTimeout((Duration) null)),
        setting("preconnectionLifetime", b -> b.preconnectionLifetime((Duration) null)),
        setting("name", b -> b.name(null)),
        setting("addListener", b -> b.addListener((TlsListener) null)),
        pool("tls", b -> b.tls(null)),
        pool("socketFactory", b -> b.socketFactory(null)),
        pool("timeToLive", b -> b.timeToLive(null)),
        pool("validateAfterInactivity", b -> b.validateAfterInactivity(null)),
        pool("connectionFactory", b -> b.connectionFactory(null)),
        pool("dnsResolver", b -> b.dnsResolver(null)),
        call("host", () -> Peer.of(null, 443)),
        call("settings", () -> new ResumingSslSocketFactory(null)),
        call("settings", () -> new ResumingSslSocketFactory().reload(null)),
        call("peer", () -> new ResumingSslSocketFactory().readyPreconnections(null)),
        call("settings", () -> ResumingConnectionManager.builder().build().reloadTls(null)),
        call("settings", () -> new ResumingSslContext((TlsSettings) null)),
        call("settings", () -> new ResumingSslContext().reload(null)),
        call("socket", () -> sockets(f -> f.createSocket((Socket) null, "localhost", 443, true))),
        call("host", () -> sockets(f -> f.createSocket((String) null, 443))),
        call("host", () -> sockets(f -> f.createSocket((String) null, 443, null, 0))),
        call("address", () -> sockets(f -> f.createSocket((InetAddress) null, 443))),
        call("address", () -> sockets(f -> f.createSocket((InetAddress) null, 443, null, 0))));
  }

  private static Arguments setting(String name, Consumer<TlsSettings.Builder> given) {
    return call(name, () -> given.accept(TlsSettings.builder()));
  }

  private static Arguments pool(String name, Consumer<ResumingConnectionManager.Builder> given) {
    return call(name, () -> given.accept(ResumingConnectionManager.builder()));
  }

  private static Arguments call(String name, ThrowingCallable call) {
    return Arguments.of(name, call);
  }

  private interface Making {
    Socket from(ResumingSslSocketFactory factory) throws Exception;
  }

  private static void sockets(Making making) throws Exception {
    making.from(new ResumingSslSocketFactory()).close();
  }

  @ParameterizedTest(name = "{0} {index}")
  @MethodSource("nulls")
  void aNullIsNamed(String name, ThrowingCallable call) {
    assertThatNullPointerException().isThrownBy(call).withMessage(name + ": null given");
  }
}
