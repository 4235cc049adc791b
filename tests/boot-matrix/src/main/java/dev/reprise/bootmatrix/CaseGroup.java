package dev.reprise.bootmatrix;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Cases that share a class path, and so a JVM. */
enum CaseGroup {
  APPLICATION(jar -> true, "WebServiceCases", "RestCases", "Boot3Cases"),
  NO_SPRING_WS(
      without("spring-ws-.*|spring-xml-.*|spring-boot-(starter-)?web-?services-.*"),
      "NoSpringWsCases"),
  NO_HTTP_CLIENT(without("httpclient-4.*|httpcore-4.*"), "NoHttpClientCases"),
  PRODUCTION(jar -> true, "TrustCases", "ProductionCases", "Boot3BundleCases", "HttpSettingsCases"),
  LOG4J2(without("logback-.*|log4j-to-slf4j-.*|spring-boot-starter-logging-.*"), "Log4j2Cases"),
  /** Against a provider that keeps connections and wants a client certificate. */
  KEPT(jar -> true, "KeptCases");

  private static final String PACKAGE = "dev.reprise.bootmatrix.cases.";

  private final Predicate<String> jars;
  private final List<String> classes;

  CaseGroup(Predicate<String> jars, String... classes) {
    this.jars = jars;
    this.classes = List.of(classes);
  }

  private static Predicate<String> without(String pattern) {
    return Pattern.compile(pattern).asMatchPredicate().negate();
  }

  /** Names of the classes with the cases. */
  List<String> classes(Generation generation) {
    return classes.stream()
        .filter(name -> generation != Generation.BOOT_2_7 || !name.startsWith("Boot3"))
        .filter(
            name ->
                generation.compareTo(Generation.BOOT_3_4) >= 0 || !name.startsWith("HttpSettings"))
        .map(PACKAGE::concat)
        .toList();
  }

  /** Whether the JVM's own trust store is the provider's, so that no property has to name it. */
  boolean isTrusting() {
    return this != PRODUCTION && this != KEPT;
  }

  /** What Maven resolved for the application, without what this group has to do without. */
  List<Path> classPath(Path target) {
    List<Path> path = new ArrayList<>(List.of(target.resolve("classes")));
    String folder = this == LOG4J2 ? "lib-log4j2" : "lib";
    Stream<Path> libraries = Layout.jars(target.resolve(folder)).stream();
    libraries.filter(jar -> jars.test(jar.getFileName().toString())).forEach(path::add);
    if (this == PRODUCTION) {
      path.addAll(Layout.jars(target.resolve("lib-production")));
    }
    return path;
  }
}
