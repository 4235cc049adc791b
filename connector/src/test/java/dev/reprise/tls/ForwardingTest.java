package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.Test;

/** A method that a newer JDK adds must be forwarded too, or it would ask the empty super class. */
class ForwardingTest {

  @Test
  void everyPublicMethodIsForwarded() {
    assertThat(Arrays.stream(SSLSocket.class.getMethods()).filter(ForwardingTest::isInstanceMethod))
        .isNotEmpty()
        .allSatisfy(
            method ->
                assertThat(
                        ResumingSslSocket.class.getMethod(
                            method.getName(), method.getParameterTypes()))
                    .extracting(Method::getDeclaringClass)
                    .isIn(ResumingSslSocket.class, DelegatingSslSocket.class));
  }

  private static boolean isInstanceMethod(Method method) {
    return !Modifier.isStatic(method.getModifiers())
        && !method.getDeclaringClass().equals(Object.class)
        && !method.getName().equals("toString");
  }
}
