package dev.reprise.bootmatrix;

import dev.reprise.lab.JavaRuntime;

/** One generation of Spring Boot on one Java. */
record Cell(Generation generation, JavaRuntime java) {

  @Override
  public String toString() {
    return "Boot " + generation.version() + " on Java " + java.version();
  }
}
