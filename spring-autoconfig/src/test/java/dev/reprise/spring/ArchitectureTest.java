package dev.reprise.spring;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(
    packages = "dev.reprise.spring",
    importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  /** All else that is public below the root is so for the packages beside it. */
  @ArchTest
  static final ArchRule littleIsPublicBelowTheRoot =
      classes()
          .that()
          .resideInAPackage("dev.reprise.spring.*..")
          .and()
          .haveNameNotMatching(
              ".*(Configuration|[.]core[.](Clients|PartSource.*|L(ibrary|earned).*|PropertyNames"
                  + "|SslBundleLoader)|[.]builders[.]BootBuilders"
                  + "|[.]http[.]HttpClient5?Factory|[.]actuate[.]Reprise(Meters|Endpoint))")
          .should()
          .notBePublic();

  @ArchTest
  static final ArchRule coreKnowsNoneOfThoseThatKnowIt =
      noClasses()
          .that()
          .resideInAPackage("dev.reprise.spring.core..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.reprise.spring.http..",
              "dev.reprise.spring.builders..",
              "dev.reprise.spring.actuate..",
              "dev.reprise.spring.autoconfigure..");

  @ArchTest
  static final ArchRule othersDoNotKnowEachOther =
      slices()
          .matching("dev.reprise.spring.(http|builders|actuate)..")
          .should()
          .notDependOnEachOther();

  @ArchTest
  static final ArchRule theRootKnowsNoneOfThem =
      noClasses()
          .that()
          .resideInAPackage("dev.reprise.spring")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.reprise.spring.*..");

  @ArchTest
  static final ArchRule httpClientIsNamedWhereItIsUsed =
      noClasses()
          .that()
          .resideInAnyPackage("dev.reprise.spring", "dev.reprise.spring.core..")
          .and()
          .doNotHaveSimpleName("HttpClientCustomizer")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.http..", "dev.reprise.httpclient4..");
}
