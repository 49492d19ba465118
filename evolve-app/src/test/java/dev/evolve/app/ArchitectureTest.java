package dev.evolve.app;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The arrows between modules and the rules that hold for all code of ours. */
@AnalyzeClasses(
    packages = "dev.evolve",
    importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class ArchitectureTest {

  /** Leaves out the test jars of other modules, which the option of the library does not know. */
  static final class NoTestJars implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar") && !location.contains("/test-classes/");
    }
  }

  private static final String[] APP = {"dev.evolve.app.."};
  private static final String[] AROUND_CORE = {
    "dev.evolve.gates..", "dev.evolve.canary..", "dev.evolve.graph..", "dev.evolve.cuda.."
  };
  private static final DescribedPredicate<JavaClass> CORE =
      resideInAnyPackage("dev.evolve..")
          .and(not(resideInAnyPackage(APP)))
          .and(not(resideInAnyPackage(AROUND_CORE)))
          .and(
              not(
                  resideInAnyPackage(
                      "dev.evolve.loop..",
                      "dev.evolve.search..",
                      "dev.evolve.serving..",
                      "dev.evolve.services..")))
          .as("classes of evolve-core");

  @ArchTest
  static final ArchRule theLoopRuntimeKnowsOnlyTheJdkJspecifyAndSlf4j =
      classes()
          .that()
          .resideInAPackage("dev.evolve.loop..")
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("java..", "org.jspecify..", "org.slf4j..", "dev.evolve.loop..");

  @ArchTest
  static final ArchRule theCoreKnowsNothingAroundIt =
      noClasses()
          .that(CORE)
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "dev.evolve.app..",
              "dev.evolve.gates..",
              "dev.evolve.canary..",
              "dev.evolve.graph..",
              "dev.evolve.cuda..",
              "dev.evolve.serving..");

  @ArchTest
  static final ArchRule theServingLoopsKnowOnlyTheLoopRuntime =
      noClasses()
          .that()
          .resideInAPackage("dev.evolve.serving..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("dev.evolve..")
                  .and(not(resideInAnyPackage("dev.evolve.serving..", "dev.evolve.loop.."))));

  @ArchTest
  static final ArchRule theSearchKnowsNothingOfOurs =
      noClasses()
          .that()
          .resideInAPackage("dev.evolve.search..")
          .should()
          .dependOnClassesThat(
              resideInAnyPackage("dev.evolve..")
                  .and(not(resideInAnyPackage("dev.evolve.search.."))));

  @ArchTest
  static final ArchRule theSearchDoesNoInputOrOutput =
      noClasses()
          .that()
          .resideInAPackage("dev.evolve.search..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("java.nio.file..", "java.net..", "java.util.concurrent..");

  @ArchTest
  static final ArchRule theModulesAroundTheCoreDoNotKnowEachOther =
      slices().matching("dev.evolve.(gates|canary|graph|cuda)..").should().notDependOnEachOther();

  @ArchTest
  static final ArchRule onlyTheApplicationKnowsTheApplication =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.evolve.app..")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("dev.evolve.app..");

  @ArchTest
  static final ArchRule onlyTheApplicationKnowsSpring =
      noClasses()
          .that()
          .resideOutsideOfPackage("dev.evolve.app..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.springframework..");

  @ArchTest
  static final ArchRule roomsOfTheCoreHaveNoCycles =
      slices().matching("dev.evolve.(*)..").as("rooms of evolve-core").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule onlyJackson3IsUsed =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("com.fasterxml.jackson.core..", "com.fasterxml.jackson.databind..");

  @ArchTest
  static final ArchRule neo4jsServerIsOnNoClassPathOfOurs =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage("org.neo4j.server..", "org.neo4j.kernel..", "org.neo4j.dbms..");

  @ArchTest
  static final ArchRule timeChanceAndIdentityAreInjected =
      noClasses()
          .that()
          .resideOutsideOfPackages("dev.evolve.app..", "dev.evolve.services..")
          .should()
          .callMethod(java.time.Instant.class, "now")
          .orShould()
          .callMethod(System.class, "currentTimeMillis")
          .orShould()
          .callMethod(java.util.UUID.class, "randomUUID")
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .callConstructor(java.util.Random.class)
          .orShould()
          .callMethod(Thread.class, "sleep", long.class)
          .orShould()
          .callMethod(Thread.class, "sleep", java.time.Duration.class);
}
