package dev.reprise.release;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;

/**
 * A release in a folder that is laid out as a repository.
 *
 * <p>The rules are those that Maven Central tells for what it takes ("Requirements" in its
 * documentation): coordinates, name, description, url, licenses, developers and scm in each pom,
 * sources and Javadoc beside each jar, a signature and checksums for each file, and no snapshots.
 * The project's own come on top: nothing is published by accident, each jar has the licence, and
 * each is described by a bill of materials.
 */
final class StagedRelease {

  static final String GROUP = "dev.reprise";

  /** What users are given, and what stands in each. */
  static final Set<String> ARTIFACTS =
      Set.of(
          "reprise-parent",
          "reprise-bom",
          "reprise-connector",
          "reprise-spring-boot-starter",
          "reprise-testkit",
          "reprise-junit",
          "reprise-probe");

  private static final List<String> REQUIRED =
      List.of(
          "url",
          "licenses/license/name",
          "licenses/license/url",
          "developers/developer/name",
          "developers/developer/organization",
          "developers/developer/organizationUrl",
          "scm/connection",
          "scm/developerConnection",
          "scm/url");

  /** Maven writes these two; Central asks for them. */
  static final Map<String, String> SUMS = new TreeMap<>(Map.of("md5", "MD5", "sha1", "SHA-1"));

  private final Path group;
  private final String version;
  private final Signatures signatures;
  private final List<String> broken = new ArrayList<>();

  StagedRelease(Path repository, String version, Signatures signatures) {
    this.group = repository.resolve(GROUP.replace('.', '/'));
    this.version = version;
    this.signatures = signatures;
  }

  /** The rules that do not hold, one a line; none if it can be published. */
  List<String> broken() throws IOException {
    broken.clear();
    if (version.endsWith("SNAPSHOT")) {
      broken.add("version " + version + " is a snapshot");
    }
    Set<String> staged = names(group);
    ARTIFACTS.stream()
        .filter(name -> !staged.contains(name))
        .sorted()
        .forEach(name -> broken.add(name + " is missing"));
    for (String artifact : staged) {
      if (!ARTIFACTS.contains(artifact)) {
        broken.add(artifact + " is not meant to be published");
        continue;
      }
      for (String name : names(group.resolve(artifact))) {
        if (!name.equals(version) && !name.startsWith("maven-metadata.xml")) {
          broken.add(artifact + " has " + name + " beside version " + version);
        }
      }
      check(artifact);
    }
    return List.copyOf(broken);
  }

  private void check(String artifact) throws IOException {
    Path folder = group.resolve(artifact).resolve(version);
    String stem = artifact + "-" + version;
    Path pomFile = folder.resolve(stem + ".pom");
    if (!Files.isRegularFile(pomFile)) {
      broken.add(artifact + " has no pom of version " + version);
      return;
    }
    Pom pom = Pom.read(pomFile);
    check(artifact, pom, Files.readString(pomFile));
    if (pom.packaging().equals("jar")) {
      for (String suffix : List.of(".jar", "-sources.jar", "-javadoc.jar", "-cyclonedx.json")) {
        if (!Files.isRegularFile(folder.resolve(stem + suffix))) {
          broken.add(stem + suffix + " is missing");
        }
      }
      if (artifact.equals("reprise-probe")
          && !Files.isRegularFile(folder.resolve(stem + "-app.jar"))) {
        broken.add(stem + "-app.jar is missing");
      }
      Path jar = folder.resolve(stem + ".jar");
      if (Files.isRegularFile(jar)) {
        checkJar(jar);
      }
    }
    for (String name : names(folder)) {
      if (!name.startsWith(stem)) {
        broken.add(name + " does not belong to " + stem);
      }
      if (!name.endsWith(".asc") && SUMS.keySet().stream().noneMatch(s -> name.endsWith("." + s))) {
        checkSigned(folder.resolve(name));
        checkSums(folder.resolve(name));
      }
    }
  }

  private void check(String artifact, Pom pom, String text) {
    requireEqual(artifact, "groupId", pom.textOrParents("groupId"), GROUP);
    requireEqual(artifact, "artifactId", pom.text("artifactId"), artifact);
    requireEqual(artifact, "version", pom.textOrParents("version"), version);
    for (String own : List.of("name", "description")) {
      if (pom.text(own).isEmpty()) {
        broken.add(artifact + "'s pom has no " + own);
      }
    }
    for (String path : REQUIRED) {
      if (pom.text(path).or(() -> parent(pom).flatMap(parent -> parent.text(path))).isEmpty()) {
        broken.add(artifact + "'s pom and its parent have no " + path);
      }
    }
    if (text.contains("-SNAPSHOT")) {
      broken.add(artifact + "'s pom names a snapshot");
    }
    if (text.contains("<repositories>") || text.contains("<pluginRepositories>")) {
      broken.add(artifact + "'s pom names a repository");
    }
  }

  private Optional<Pom> parent(Pom pom) {
    return pom.text("parent/artifactId")
        .map(name -> group.resolve(name).resolve(version).resolve(name + "-" + version + ".pom"))
        .filter(Files::isRegularFile)
        .map(Pom::read);
  }

  private void requireEqual(String artifact, String what, Optional<String> is, String must) {
    if (!is.equals(Optional.of(must))) {
      broken.add(artifact + "'s " + what + " is " + is.orElse("absent") + ", not " + must);
    }
  }

  private void checkJar(Path jar) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      if (zip.getEntry("META-INF/LICENSE") == null) {
        broken.add(jar.getFileName() + " has no META-INF/LICENSE");
      }
      if (zip.stream().noneMatch(entry -> entry.getName().endsWith(".class"))) {
        broken.add(jar.getFileName() + " has no classes");
      }
    }
  }

  private void checkSigned(Path file) throws IOException {
    Path signature = file.resolveSibling(file.getFileName() + ".asc");
    if (!Files.isRegularFile(signature)) {
      broken.add(file.getFileName() + " is not signed");
    } else if (!signatures.holds(file, signature)) {
      broken.add("the signature of " + file.getFileName() + " does not hold");
    }
  }

  private void checkSums(Path file) throws IOException {
    for (Map.Entry<String, String> sum : SUMS.entrySet()) {
      Path sumFile = file.resolveSibling(file.getFileName() + "." + sum.getKey());
      if (!Files.isRegularFile(sumFile)) {
        broken.add(file.getFileName() + " has no " + sum.getKey());
      } else if (!Files.readString(sumFile)
          .strip()
          .toLowerCase(Locale.ROOT)
          .startsWith(digest(file, sum.getValue()))) {
        broken.add("the " + sum.getKey() + " of " + file.getFileName() + " is of another file");
      }
    }
  }

  static String digest(Path file, String algorithm) throws IOException {
    try {
      return HexFormat.of()
          .formatHex(MessageDigest.getInstance(algorithm).digest(Files.readAllBytes(file)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Set<String> names(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return Set.of();
    }
    try (Stream<Path> children = Files.list(folder)) {
      return children
          .map(child -> child.getFileName().toString())
          .collect(Collectors.toCollection(TreeSet::new));
    }
  }
}
