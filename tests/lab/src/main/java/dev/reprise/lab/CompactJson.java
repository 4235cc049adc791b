package dev.reprise.lab;

import com.fasterxml.jackson.core.util.DefaultIndenter;
import com.fasterxml.jackson.core.util.DefaultPrettyPrinter;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes JSON so that each element of a list begins a line. */
public final class CompactJson {

  private CompactJson() {}

  /** Writes a value to a file, whose folder is made where it is missing. */
  public static void write(Object value, Path file) throws IOException {
    Files.createDirectories(file.toAbsolutePath().getParent());
    DefaultPrettyPrinter lines =
        new DefaultPrettyPrinter()
            .withObjectIndenter(new DefaultPrettyPrinter.NopIndenter())
            .withArrayIndenter(DefaultIndenter.SYSTEM_LINEFEED_INSTANCE);
    new ObjectMapper().writer(lines).writeValue(file.toFile(), value);
  }
}
