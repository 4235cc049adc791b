package dev.reprise.bootmatrix;

import java.util.List;
import java.util.Optional;

/**
 * What came of the cases of one cell.
 *
 * @param boot version of Spring Boot
 * @param springWs version of Spring-WS
 * @param java feature version of Java
 * @param javaVersion full version of Java
 * @param javaVendor vendor of the Java
 */
record CellResult(
    String boot,
    String springWs,
    int java,
    String javaVersion,
    String javaVendor,
    List<CaseResult> cases) {

  Optional<CaseResult> find(String name) {
    return cases.stream().filter(result -> result.name().equals(name)).findFirst();
  }

  long failures() {
    return cases.stream().filter(result -> !result.passed()).count();
  }
}
