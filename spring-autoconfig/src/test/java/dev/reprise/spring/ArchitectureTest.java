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

  /** What is public here is what users may name; the rest may change without a word. */
  @ArchTest
  static final ArchRule onlyTheRootHasPublicTypes =
      classes().that().resideInAPackage("dev.reprise.spring.*..").should().notBePublic();

  /** They meet in the types of the root and in beans. */
  @ArchTest
  static final ArchRule thePackagesBelowTheRootDoNotKnowEachOther =
      slices().matching("dev.reprise.spring.(*)..").should().notDependOnEachOther();

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
          .resideInAnyPackage("dev.reprise.spring", "dev.reprise.spring.tls..")
          .and()
          .doNotHaveSimpleName("HttpClientCustomizer")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.apache.http..", "dev.reprise.httpclient4..");
}
