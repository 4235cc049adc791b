package dev.reprise.tls.internal.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** A public method without checked exceptions that came after JDK 11, where this JDK has it. */
final class LaterMethod {

  private final MethodHandle method;

  LaterMethod(Class<?> owner, String name, Class<?> result, Class<?>... parameters) {
    MethodHandle found = null;
    try {
      found =
          MethodHandles.publicLookup()
              .findVirtual(owner, name, MethodType.methodType(result, parameters))
              .asSpreader(Object[].class, 1 + parameters.length)
              .asType(MethodType.methodType(Object.class, Object[].class));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      // This JDK has none.
    }
    method = found;
  }

  boolean isThere() {
    return method != null;
  }

  /** Calls it, on the first argument. */
  Object call(Object... arguments) {
    try {
      return (Object) method.invokeExact(arguments);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("It declares no exception", e);
    }
  }
}
