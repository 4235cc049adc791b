package dev.reprise;

import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.tls.Peer;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.Socket;
import java.util.function.Supplier;
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
            setters(TlsSettings::builder), setters(ResumingConnectionManager::builder), calls())
        .flatMap(each -> each);
  }

  /** Each setter of a builder. */
  private static Stream<Arguments> setters(Supplier<?> builder) {
    return Stream.of(builder.get().getClass().getMethods())
        .filter(method -> method.getDeclaringClass() != Object.class)
        .filter(method -> method.getParameterCount() == 1)
        .filter(method -> !method.getParameterTypes()[0].isPrimitive())
        .map(method -> call(method.getName(), () -> giveNull(method, builder.get())));
  }

  private static void giveNull(Method setter, Object builder) throws Throwable {
    try {
      setter.invoke(builder, new Object[] {null});
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static Stream<Arguments> calls() {
    return Stream.of(
        call("protocols", () -> TlsSettings.builder().protocols("TLSv1.3", null)),
        call("cipherSuites", () -> TlsSettings.builder().cipherSuites((String) null)),
        call("trustManagers", () -> TlsSettings.builder().trustManagers((TrustManager) null)),
        call("keyManagers", () -> TlsSettings.builder().keyManagers((KeyManager) null)),
        call("host", () -> Peer.of(null, 443)),
        call("settings", () -> new ResumingSslSocketFactory(null)),
        call("settings", () -> new ResumingSslSocketFactory().reload(null)),
        call("peer", () -> new ResumingSslSocketFactory().readyPreconnections(null)),
        call("settings", () -> ResumingConnectionManager.builder().build().reloadTls(null)),
        call("settings", () -> new ResumingSslContext((TlsSettings) null)),
        call("settings", () -> new ResumingSslContext().reload(null)),
        call("socket", () -> sockets(f -> f.createSocket((Socket) null, "localhost", 443, true))),
        call("address", () -> sockets(f -> f.createSocket((InetAddress) null, 443))),
        call("address", () -> sockets(f -> f.createSocket((InetAddress) null, 443, null, 0))));
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
