package dev.reprise.tls.internal.jdk;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;

/** A public getter without checked exceptions that came after JDK 11, so this JDK may lack it. */
final class LaterMethod {

  private final MethodHandle method;

  LaterMethod(Class<?> owner, String name, Class<?> result) {
    MethodHandle found = null;
    try {
      found =
          MethodHandles.publicLookup()
              .findVirtual(owner, name, MethodType.methodType(result))
              .asType(MethodType.methodType(Object.class, Object.class));
    } catch (NoSuchMethodException | IllegalAccessException e) {
      // This JDK lacks it.
    }
    method = found;
  }

  boolean isThere() {
    return method != null;
  }

  Object call(Object owner) {
    try {
      return (Object) method.invokeExact(owner);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw new IllegalStateException("It declares no exception", e);
    }
  }
}
