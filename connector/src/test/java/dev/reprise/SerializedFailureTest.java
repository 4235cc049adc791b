package dev.reprise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.http.RequestProgress;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.ObjectStreamClass;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A failure of a call that is read where there is no Reprise, as remote callers do. */
public class SerializedFailureTest {

  @Test
  void whatProgressIsNotedOnIsReadElsewhere() throws Exception {
    IOException failure = RequestProgress.NOT_SENT.noteOn(new IOException("by the test"));
    Throwable read = readElsewhere(failure);
    assertThat(read).isInstanceOf(IOException.class).hasMessage("by the test");
    assertThat(read.getSuppressed()).hasSize(1);
    assertThat(read.getSuppressed()[0]).hasMessage(failure.getSuppressed()[0].getMessage());
  }

  /** An exception of an application may take none; its cause may be that of another call. */
  @Test
  void withoutSuppressedExceptionsNothingIsToldOfAnotherCall() {
    IOException ofAnotherCall = RequestProgress.NOT_SENT.noteOn(new IOException("by the test"));
    WithoutSuppressed failure = new WithoutSuppressed(new IOException(ofAnotherCall));
    for (Throwable each : List.of(RequestProgress.SENT.noteOn(failure), new IOException())) {
      assertThat(RequestProgress.of(each)).isEqualTo(RequestProgress.UNKNOWN);
    }
  }

  private static final class WithoutSuppressed extends Exception {
    private static final long serialVersionUID = 1;

    WithoutSuppressed(Throwable cause) {
      super("by the test", cause, false, true);
    }
  }

  /** Reads a failure without the classes of Reprise. */
  public static Throwable readElsewhere(Throwable failure) throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
      out.writeObject(failure);
    }
    try (ObjectInputStream in =
        new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray())) {
          @Override
          protected Class<?> resolveClass(ObjectStreamClass type)
              throws IOException, ClassNotFoundException {
            if (type.getName().startsWith("dev.reprise")) {
              throw new ClassNotFoundException(type.getName());
            }
            return super.resolveClass(type);
          }
        }) {
      return (Throwable) in.readObject();
    }
  }
}
