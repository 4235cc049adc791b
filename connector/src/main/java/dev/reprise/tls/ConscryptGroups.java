package dev.reprise.tls;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import javax.net.ssl.SSLSocket;

/**
 * {@code Conscrypt.setNamedGroups}, a public method of the Conscrypt that made a socket, where that
 * has it: there may be several in a JVM, and this package requires none.
 */
final class ConscryptGroups {

  private static final ClassValue<Setter> SETTERS =
      new ClassValue<>() {
        @Override
        protected Setter computeValue(Class<?> socketType) {
          return new Setter(socketType);
        }
      };

  private ConscryptGroups() {}

  /** Offers this group alone; false if this Conscrypt has no way to do so, or not this group. */
  static boolean set(SSLSocket socket, String group) {
    return SETTERS.get(socket.getClass()).set(socket, group);
  }

  private static final class Setter {

    /** Null if there is none. */
    private final MethodHandle handle;

    Setter(Class<?> socketType) {
      handle = find(socketType);
    }

    private static MethodHandle find(Class<?> socketType) {
      try {
        Class<?> conscrypt =
            Class.forName(
                socketType.getPackageName() + ".Conscrypt", true, socketType.getClassLoader());
        return MethodHandles.publicLookup()
            .findStatic(
                conscrypt,
                "setNamedGroups",
                MethodType.methodType(void.class, SSLSocket.class, String[].class));
      } catch (ClassNotFoundException | NoSuchMethodException | IllegalAccessException e) {
        return null;
      }
    }

    boolean set(SSLSocket socket, String group) {
      if (handle == null) {
        return false;
      }
      try {
        handle.invokeExact(socket, new String[] {group});
        return true;
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException("Conscrypt.setNamedGroups declares no such exception", e);
      }
    }
  }
}
