package dev.reprise;

import static com.tngtech.archunit.base.DescribedPredicate.anyElementThat;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackage;
import static com.tngtech.archunit.core.domain.JavaModifier.PROTECTED;
import static com.tngtech.archunit.core.domain.JavaModifier.PUBLIC;
import static com.tngtech.archunit.core.domain.properties.HasModifiers.Predicates.modifier;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noCodeUnits;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.time.Clock;
import java.time.Instant;
import java.util.Arrays;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;

@AnalyzeClasses(packages = "dev.reprise", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule tlsNeedsTheJdkAlone =
      needs("dev.reprise.tls..", "dev.reprise.tls..", "jdk.jfr..");

  @ArchTest
  static final ArchRule httpNeedsTlsAndTheJdkAlone =
      needs("dev.reprise.http..", "dev.reprise.http..", "dev.reprise.tls");

  @ArchTest
  static final ArchRule httpClientNeedsTlsAndHttpClient =
      needs(
          "dev.reprise.httpclient4..",
          "dev.reprise.httpclient4..",
          "dev.reprise.http..",
          "dev.reprise.tls",
          "org.apache.http..");

  @ArchTest
  static final ArchRule httpClient5NeedsTlsAndHttpClient5 =
      needs(
          "dev.reprise.httpclient5..",
          "dev.reprise.httpclient5..",
          "dev.reprise.http..",
          "dev.reprise.tls",
          "org.apache.hc..");

  private static ArchRule needs(String part, String... others) {
    return classes()
        .that()
        .resideInAPackage(part)
        .should()
        .onlyDependOnClassesThat(
            resideInAnyPackage(others).or(resideInAnyPackage("java..", "javax..")));
  }

  /** Doors are what JSSE knows by its own types; all else that is public there is a value. */
  @ArchTest
  static final ArchRule internalsKnowNoDoor =
      noClasses()
          .that()
          .resideInAPackage("dev.reprise.tls.internal..")
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.reprise.tls")
                  .and(
                      assignableTo(SSLSocketFactory.class)
                          .or(assignableTo(SSLSocket.class))
                          .or(assignableTo(SSLContext.class))));

  /** Else what is not exported would be in the Javadoc, and an application's code could need it. */
  @ArchTest
  static final ArchRule usersMeetNoInternals =
      noCodeUnits()
          .that()
          .areDeclaredInClassesThat(modifier(PUBLIC).and(resideOutsideOfPackage("..internal..")))
          .and(modifier(PUBLIC).or(modifier(PROTECTED)))
          .should()
          .haveRawReturnType(resideInAPackage("..internal.."))
          .orShould()
          .haveRawParameterTypes(anyElementThat(resideInAPackage("..internal..")));

  /** In the order of the table in docs/dev/architecture.md. */
  @ArchTest
  static void internalsUseOnlyThoseBelowThem(JavaClasses all) {
    String[] order = {"preconnect", "channel", "report", "lane", "provider", "jdk"};
    for (int i = 1; i < order.length; i++) {
      noClasses()
          .that()
          .resideInAPackage("..tls.internal." + order[i])
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              Arrays.stream(order, 0, i).map("..tls.internal."::concat).toArray(String[]::new))
          .check(all);
    }
  }

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
