package dev.reprise.bootmatrix.cases;

import java.util.Map;

/** The cases that share a class path, by name. */
interface Cases {

  Map<String, Case> byName();
}
