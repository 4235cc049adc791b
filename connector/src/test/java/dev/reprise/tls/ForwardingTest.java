package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.Socket;
import java.util.Arrays;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A method that a newer JDK adds must be forwarded too, or it would ask the empty super class. */
class ForwardingTest {

  static Object[][] wrappers() {
    return new Object[][] {
      {DelegatingSslSocket.class, SSLSocket.class}, {TcpSocket.class, Socket.class}
    };
  }

  @ParameterizedTest
  @MethodSource("wrappers")
  void everyPublicMethodIsForwarded(Class<?> wrapper, Class<?> wrapped) {
    assertThat(Arrays.stream(wrapped.getMethods()).filter(ForwardingTest::isInstanceMethod))
        .isNotEmpty()
        .allSatisfy(
            method ->
                assertThat(wrapper.getMethod(method.getName(), method.getParameterTypes()))
                    .extracting(Method::getDeclaringClass)
                    .isEqualTo(wrapper));
  }

  private static boolean isInstanceMethod(Method method) {
    return !Modifier.isStatic(method.getModifiers())
        && !method.getDeclaringClass().equals(Object.class)
        && !method.getName().equals("toString");
  }
}
