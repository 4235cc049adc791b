package dev.reprise;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;

@AnalyzeClasses(packages = "dev.reprise", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule tlsNeedsTheJdkAlone =
      classes()
          .that()
          .resideInAPackage("dev.reprise.tls..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("dev.reprise.tls..", "java..", "javax..", "jdk.jfr..");

  @ArchTest
  static final ArchRule flightRecorderMayBeAbsent =
      noClasses()
          .that()
          .haveSimpleNameNotEndingWith("Event")
          .and()
          .doNotHaveSimpleName("FlightRecorderListener")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("jdk.jfr..");

  @ArchTest
  static final ArchRule httpNeedsTlsAndTheJdkAlone =
      classes()
          .that()
          .resideInAPackage("dev.reprise.http..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("dev.reprise.http..", "dev.reprise.tls..", "java..", "javax..");

  @ArchTest
  static final ArchRule httpClientNeedsTlsAndHttpClient =
      classes()
          .that()
          .resideInAPackage("dev.reprise.httpclient4..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.reprise.httpclient4..",
              "dev.reprise.http..",
              "dev.reprise.tls..",
              "org.apache.http..",
              "java..",
              "javax..");

  @ArchTest
  static final ArchRule httpClient5NeedsTlsAndHttpClient5 =
      classes()
          .that()
          .resideInAPackage("dev.reprise.httpclient5..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage(
              "dev.reprise.httpclient5..",
              "dev.reprise.http..",
              "dev.reprise.tls..",
              "org.apache.hc..",
              "java..",
              "javax..");

  /** CallProgress is a proxy for an interface of HttpClient's. */
  @ArchTest
  static final ArchRule nothingReachesIntoTheJdk =
      noClasses()
          .that()
          .doNotHaveFullyQualifiedName("dev.reprise.httpclient5.CallProgress")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("sun..", "com.sun..", "jdk.internal..", "java.lang.reflect..");

  /** Clocks of the wall step; what a failure is stamped with is for readers alone. */
  @ArchTest
  static final ArchRule timeIsTakenFromAClockThatDoesNotStep =
      noClasses()
          .that()
          .haveNameNotMatching("dev\\.reprise\\.(testkit\\.|tls\\.TlsFailure).*")
          .should()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(Instant.class, "now")
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Clock.class);
}
