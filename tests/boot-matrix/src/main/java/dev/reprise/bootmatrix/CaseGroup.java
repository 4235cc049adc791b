package dev.reprise.bootmatrix;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Cases that share a class path, and so a JVM. */
enum CaseGroup {
  APPLICATION(
      jar -> true, "WebServiceCases", "RestCases", "Boot32RestClientCases", "Boot34SenderCases"),
  NO_SPRING_WS(
      without("spring-ws-.*|spring-xml-.*|spring-boot-(starter-)?web-?services-.*"),
      "NoSpringWsCases"),
  NO_HTTP_CLIENT(without("httpclient-4.*|httpcore-4.*"), "NoHttpClientCases"),
  PRODUCTION(
      jar -> true,
      "TrustCases",
      "ProductionCases",
      "Boot31BundleCases",
      "Boot32BundleReloadCases",
      "Boot34SettingsCases"),
  LOG4J2(
      without(
          "logback-.*|log4j-to-slf4j-.*|spring-boot-starter-logging-.*|.*-test-.*|android-json-.*"),
      "Log4j2Cases"),
  /** As a test of an application has it, but for a JSON library of the name of the cases' own. */
  SLICES(without("log4j-(core|jpl|slf4j2?-impl)-.*|android-json-.*"), "SliceCases"),
  /** Against a provider that keeps connections and wants a client certificate. */
  KEPT(jar -> true, "KeptCases");

  private static final String PACKAGE = "dev.reprise.bootmatrix.cases.";

  /** How the names of cases begin that are not for every generation: Boot32 is from 3.2 on. */
  private static final Pattern SINCE = Pattern.compile("Boot(\\d)(\\d).*");

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
        .filter(name -> generation.compareTo(since(name)) >= 0)
        .map(PACKAGE::concat)
        .toList();
  }

  private static Generation since(String name) {
    Matcher version = SINCE.matcher(name);
    return version.matches()
        ? Generation.of(version.group(1) + "." + version.group(2)).orElseThrow()
        : Generation.BOOT_2_7;
  }

  /** Whether the JVM's own trust store is the provider's, so that no property has to name it. */
  boolean isTrusting() {
    return this != PRODUCTION && this != KEPT;
  }

  /** What Maven resolved for the application, without what this group has to do without. */
  List<Path> classPath(Path target) {
    List<Path> path = new ArrayList<>(List.of(target.resolve("classes")));
    boolean test = this == LOG4J2 || this == SLICES;
    if (this == SLICES) {
      path.add(target.resolve("test-classes"));
    }
    Stream<Path> libraries = Layout.jars(target.resolve(test ? "lib-test" : "lib")).stream();
    libraries.filter(jar -> jars.test(jar.getFileName().toString())).forEach(path::add);
    if (this == PRODUCTION) {
      path.addAll(Layout.jars(target.resolve("lib-production")));
    }
    return path;
  }
}
