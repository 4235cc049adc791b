package dev.reprise.spring;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tests with stores of their own for each. */
abstract class WithStores {

  @TempDir Path directory;
  Stores stores;

  @BeforeEach
  final void makeStores() {
    stores = new Stores(directory);
  }
}
