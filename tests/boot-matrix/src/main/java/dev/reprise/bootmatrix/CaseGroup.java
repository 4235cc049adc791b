package dev.reprise.bootmatrix;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Cases that share a class path, and so a JVM. */
enum CaseGroup {
  WEB_SERVICES("WebServiceCases", jar -> true),
  NO_SPRING_WS(
      "NoSpringWsCases",
      without("spring-ws-.*|spring-xml-.*|spring-boot-(starter-)?web-?services-.*")),
  NO_HTTP_CLIENT("NoHttpClientCases", without("httpclient-4.*|httpcore-4.*"));

  private final String main;
  private final Predicate<String> jars;

  CaseGroup(String main, Predicate<String> jars) {
    this.main = main;
    this.jars = jars;
  }

  private static Predicate<String> without(String pattern) {
    return Pattern.compile(pattern).asMatchPredicate().negate();
  }

  /** Name of the class with the cases. */
  String main() {
    return "dev.reprise.bootmatrix.cases." + main;
  }

  /** Options by which the JVM trusts the provider. */
  String[] trustOptions(DemoProvider provider) {
    return new String[] {
      "-Djavax.net.ssl.trustStore=" + provider.trustStore(),
      "-Djavax.net.ssl.trustStorePassword=" + provider.password(),
      "-Djavax.net.ssl.trustStoreType=PKCS12"
    };
  }

  /** What Maven resolved for the application, without what this group has to do without. */
  List<Path> classPath(Path target) {
    List<Path> path = new ArrayList<>(List.of(target.resolve("classes")));
    Layout.jars(target.resolve("lib")).stream()
        .filter(jar -> jars.test(jar.getFileName().toString()))
        .forEach(path::add);
    return path;
  }
}
