package dev.reprise.release;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A release that keeps every rule, and what is said when one is broken. */
class StagedReleaseTest {

  private static final String VERSION = "1.2.3";

  private static final String ABOUT =
      "<url>https://example.org</url>"
          + "<licenses><license><name>A</name><url>https://example.org</url></license></licenses>"
          + "<developers><developer><name>N</name><organization>O</organization>"
          + "<organizationUrl>https://example.org</organizationUrl></developer></developers>"
          + "<scm><connection>c</connection><developerConnection>d</developerConnection>"
          + "<url>https://example.org</url></scm>";

  private static final String PARENT =
      "<parent><groupId>dev.reprise</groupId><artifactId>reprise-parent</artifactId><version>"
          + VERSION
          + "</version></parent>";

  @TempDir private Path repository;

  @BeforeEach
  void stage() throws IOException {
    for (String artifact : StagedRelease.ARTIFACTS) {
      boolean pomOnly = List.of("reprise-parent", "reprise-bom").contains(artifact);
      write(artifact, ".pom", pom(artifact, pomOnly));
      if (!pomOnly) {
        for (String suffix : List.of(".jar", "-sources.jar", "-javadoc.jar")) {
          jar(artifact, suffix, "META-INF/LICENSE", "dev/reprise/A.class");
        }
        write(artifact, "-cyclonedx.json", "{}");
      }
    }
    jar("reprise-probe", "-app.jar", "META-INF/LICENSE", "dev/reprise/A.class");
  }

  @Test
  void aReleaseThatKeepsEveryRulePasses() throws IOException {
    assertThat(broken()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "url",
        "licenses",
        "developers",
        "scm",
        "name",
        "description",
        "groupId",
        "artifactId",
        "version"
      })
  void aPomLacksWhatIsAskedFor(String element) throws IOException {
    String pom = pom("reprise-bom", true);
    write("reprise-bom", ".pom", pom.replaceFirst("<" + element + ">.*?</" + element + ">", ""));
    assertThat(broken()).isNotEmpty().allMatch(rule -> rule.startsWith("reprise-bom"));
  }

  @Test
  void aPomMayLeaveToItsParentWhatItsParentSays() throws IOException {
    write("reprise-parent", ".pom", pom("reprise-parent", true).replace(ABOUT, ""));
    assertThat(broken())
        .anyMatch(rule -> rule.startsWith("reprise-connector's pom and its parent have no url"));
  }

  @ParameterizedTest
  @ValueSource(strings = {".pom", ".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json"})
  void aFileIsMissing(String suffix) throws IOException {
    Files.delete(file("reprise-connector", suffix));
    assertThat(broken()).anyMatch(rule -> rule.contains("reprise-connector"));
  }

  @Test
  void theProbeThatRunsByItselfIsMissing() throws IOException {
    Files.delete(file("reprise-probe", "-app.jar"));
    assertThat(broken()).contains("reprise-probe-1.2.3-app.jar is missing");
  }

  @Test
  void aFileIsNotSigned() throws IOException {
    Files.delete(file("reprise-probe", "-sources.jar.asc"));
    assertThat(broken()).containsExactly("reprise-probe-1.2.3-sources.jar is not signed");
  }

  @Test
  void aSignatureIsOfAnotherFile() throws IOException {
    Files.writeString(file("reprise-probe", ".jar.asc"), "of another");
    assertThat(broken()).containsExactly("the signature of reprise-probe-1.2.3.jar does not hold");
  }

  @ParameterizedTest
  @ValueSource(strings = {"md5", "sha1"})
  void aSumIsMissingOrWrong(String sum) throws IOException {
    Files.delete(file("reprise-bom", ".pom." + sum));
    Files.writeString(file("reprise-parent", ".pom." + sum), "00");
    assertThat(broken())
        .containsExactly(
            "reprise-bom-1.2.3.pom has no " + sum,
            "the " + sum + " of reprise-parent-1.2.3.pom is of another file");
  }

  @Test
  void aSnapshotIsNamed() throws IOException {
    write(
        "reprise-bom",
        ".pom",
        pom("reprise-bom", true).replace("</project>", "<x>4.0-SNAPSHOT</x></project>"));
    assertThat(broken()).containsExactly("reprise-bom's pom names a snapshot");
  }

  @Test
  void aModuleOfTestsIsPublished() throws IOException {
    write("reprise-lab", ".pom", pom("reprise-lab", true));
    assertThat(broken()).containsExactly("reprise-lab is not meant to be published");
  }

  @Test
  void anArtifactIsForgotten() throws IOException {
    try (Stream<Path> files = Files.list(file("reprise-bom", ".pom").getParent())) {
      for (Path file : (Iterable<Path>) files::iterator) {
        Files.delete(file);
      }
    }
    assertThat(broken()).containsExactly("reprise-bom has no pom of version 1.2.3");
  }

  @Test
  void aJarHasNoLicence() throws IOException {
    jar("reprise-connector", ".jar", "dev/reprise/A.class");
    assertThat(broken()).containsExactly("reprise-connector-1.2.3.jar has no META-INF/LICENSE");
  }

  @Test
  void anotherBuildWithTheSameBytesIsTheSame(@TempDir Path other) throws IOException {
    copy(other);
    Files.writeString(
        other.resolve(repository.relativize(file("reprise-bom", ".pom.asc"))), "signed later");
    assertThat(SameBytes.differences(repository, other)).isEmpty();
  }

  @Test
  void whatDiffersInAnotherBuildIsTold(@TempDir Path other) throws IOException {
    copy(other);
    jar("reprise-connector", ".jar", "META-INF/LICENSE", "dev/reprise/B.class");
    Files.delete(file("reprise-bom", ".pom"));
    assertThat(SameBytes.differences(repository, other))
        .anyMatch(line -> line.contains("reprise-connector-1.2.3.jar differs: [dev/reprise/B"))
        .anyMatch(line -> line.contains("reprise-bom-1.2.3.pom is in " + other + " alone"));
  }

  private List<String> broken() throws IOException {
    Signatures signatures =
        (file, signature) -> Files.readString(signature).equals("signed " + file.getFileName());
    return new StagedRelease(repository, VERSION, signatures).broken();
  }

  private static String pom(String artifact, boolean pomOnly) {
    String coordinates =
        pomOnly
            ? "<groupId>dev.reprise</groupId><version>" + VERSION + "</version>" + ABOUT
            : PARENT;
    return "<project>"
        + coordinates
        + "<artifactId>"
        + artifact
        + "</artifactId><name>N</name><description>D</description>"
        + (pomOnly ? "<packaging>pom</packaging>" : "")
        + "</project>";
  }

  private Path file(String artifact, String suffix) {
    return repository
        .resolve("dev/reprise")
        .resolve(artifact)
        .resolve(VERSION)
        .resolve(artifact + "-" + VERSION + suffix);
  }

  private void write(String artifact, String suffix, String text) throws IOException {
    Path file = file(artifact, suffix);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
    accompany(file);
  }

  private void jar(String artifact, String suffix, String... entries) throws IOException {
    Path file = file(artifact, suffix);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
      for (String entry : entries) {
        zip.putNextEntry(new ZipEntry(entry));
      }
    }
    accompany(file);
  }

  private static void accompany(Path file) throws IOException {
    Files.writeString(
        file.resolveSibling(file.getFileName() + ".asc"), "signed " + file.getFileName());
    for (Map.Entry<String, String> sum : StagedRelease.SUMS.entrySet()) {
      Files.writeString(
          file.resolveSibling(file.getFileName() + "." + sum.getKey()),
          StagedRelease.digest(file, sum.getValue()));
    }
  }

  private void copy(Path other) throws IOException {
    try (Stream<Path> files = Files.walk(repository)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        Path target = other.resolve(repository.relativize(file));
        Files.createDirectories(target.getParent());
        Files.copy(file, target);
      }
    }
  }
}
