package dev.reprise.tls;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.security.Provider;
import javax.net.ssl.SSLSocket;

/**
 * {@code Conscrypt.setNamedGroups}, a public method of the Conscrypt that a provider belongs to,
 * where that has it: there may be several in a JVM, and this package requires none.
 */
final class ConscryptGroups {

  /** Null if there is none. */
  private final MethodHandle setter;

  ConscryptGroups(Provider provider) {
    setter = find(provider.getClass());
  }

  private static MethodHandle find(Class<?> neighbour) {
    try {
      Class<?> conscrypt =
          Class.forName(
              neighbour.getPackageName() + ".Conscrypt", true, neighbour.getClassLoader());
      return MethodHandles.publicLookup()
          .findStatic(
              conscrypt,
              "setNamedGroups",
              MethodType.methodType(void.class, SSLSocket.class, String[].class));
    } catch (ReflectiveOperationException | LinkageError e) {
      return null;
    }
  }

  /** Offers this group alone; false if this Conscrypt has no way to do so. */
  boolean set(SSLSocket socket, String group) {
    if (setter == null) {
      return false;
    }
    try {
      setter.invokeExact(socket, new String[] {group});
      return true;
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("Conscrypt.setNamedGroups declares no such exception", e);
    }
  }
}
