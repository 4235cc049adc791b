package dev.reprise.bootmatrix;

import dev.reprise.lab.HarnessException;
import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles the Java of docs/spring-boot.md with the class path of each generation. */
final class Snippets {

  static final String NAME = "snippets of docs/spring-boot.md compile";

  private static final Pattern BLOCK = Pattern.compile("(?s)```java\n(.*?)```");

  /** How a snippet says that it is not for every generation. */
  private static final String LATER = "// Boot 3.2 and later";

  private static final String IMPORTS =
      """
      import dev.reprise.spring.*;
      import dev.reprise.tls.TlsListener;
      import org.apache.http.client.HttpClient;
      import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
      import org.springframework.context.annotation.Bean;
      import org.springframework.http.client.ClientHttpRequestFactory;
      import org.springframework.web.client.*;
      import org.springframework.ws.client.core.WebServiceTemplate;
      import org.springframework.ws.transport.WebServiceMessageSender;
      """;

  private final Layout layout;

  Snippets(Layout layout) {
    this.layout = layout;
  }

  CaseResult compile(Generation generation) {
    Path target = layout.cases(generation);
    try {
      List<String> snippets =
          of(Files.readString(layout.root().resolve("docs").resolve("spring-boot.md")));
      Path source = target.resolve("snippets").resolve("Snippets.java");
      Files.createDirectories(source.getParent());
      Files.writeString(source, source(snippets, generation));
      String errors = compile(source, generation);
      return errors.isEmpty()
          ? new CaseResult(NAME, true, null, null)
          : CaseResult.failed(NAME, errors);
    } catch (IOException e) {
      throw new HarnessException("the snippets cannot be compiled: " + e, e);
    }
  }

  /** The blocks of Java in a page. */
  static List<String> of(String page) {
    return BLOCK.matcher(page).results().map(block -> block.group(1)).toList();
  }

  static String source(List<String> snippets, Generation generation) {
    StringBuilder source = new StringBuilder(IMPORTS);
    source
        .append("import org.springframework.boot.")
        .append(generation.compareTo(Generation.BOOT_4_0) < 0 ? "web.client" : "restclient")
        .append(".RestTemplateBuilder;\n")
        .append("class HandshakeLog implements TlsListener { HandshakeLog(String client) {} }\n");
    for (String snippet : snippets) {
      if (snippet.startsWith("import ")) {
        addWhole(snippet, generation, source);
        continue;
      }
      String members =
          Stream.of(snippet.split("\n\n"))
              .filter(member -> isFor(generation, member))
              .collect(Collectors.joining("\n\n"));
      source.append("class Snippet").append(source.length()).append(" {\n");
      source.append(
          members.contains("@Bean")
              ? members
              : "void use(RepriseClients clients) {\n" + members + "}\n");
      source.append("}\n");
    }
    return source.toString();
  }

  private static boolean isFor(Generation generation, String code) {
    return generation.compareTo(Generation.BOOT_3_2) >= 0 || !code.contains(LATER);
  }

  /** One with imports and classes of its own. */
  private static void addWhole(String snippet, Generation generation, StringBuilder source) {
    if (isFor(generation, snippet)) {
      int end = snippet.indexOf('\n', snippet.lastIndexOf("\nimport ") + 1) + 1;
      source.insert(0, snippet.substring(0, end)).append(snippet.substring(end));
    }
  }

  private String compile(Path source, Generation generation) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<Path> path = new ArrayList<>(Layout.jars(layout.cases(generation).resolve("lib")));
    path.addAll(Layout.jars(layout.cases(generation).resolve("lib-production")));
    String release = generation == Generation.BOOT_2_7 ? "11" : "17";
    StringWriter messages = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  messages,
                  files,
                  null,
                  List.of(
                      "-proc:none",
                      "-Xlint:none",
                      "--release",
                      release,
                      "-d",
                      source.getParent().toString(),
                      "-classpath",
                      path.stream()
                          .map(Path::toString)
                          .collect(Collectors.joining(File.pathSeparator))),
                  null,
                  files.getJavaFileObjects(source))
              .call();
      return compiled ? "" : messages.toString();
    }
  }
}
