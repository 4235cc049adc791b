package dev.reprise.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The Java of docs/migration.md compiles, what is left behind as well as what comes. */
class MigrationPageTest {

  private static final Pattern JAVA = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

  private static final String IMPORTS =
      """
      import dev.reprise.http.*;
      import dev.reprise.httpclient4.*;
      import dev.reprise.spring.*;
      import dev.reprise.tls.*;
      import java.time.Duration;
      import javax.net.ssl.*;
      import org.apache.http.client.config.RequestConfig;
      import org.apache.http.conn.ssl.SSLConnectionSocketFactory;
      import org.apache.http.impl.client.*;
      import org.springframework.context.annotation.Bean;
      import org.springframework.ws.transport.http.*;
      """;

  @TempDir private Path classes;

  static Stream<String> snippets() throws IOException {
    List<String> found =
        JAVA.matcher(Files.readString(Path.of("..", "docs", "migration.md")))
            .results()
            .map(match -> match.group(1))
            .toList();
    assertThat(found).isNotEmpty();
    return found.stream();
  }

  @ParameterizedTest
  @MethodSource("snippets")
  void itsJavaCompiles(String snippet) {
    String given =
        "TrustManager[] trustManagers; KeyManager[] keyManagers; HostnameVerifier verifier;"
            + " String[] cipherSuites;"
            + (snippet.contains("setDefaultCredentialsProvider")
                ? "org.apache.http.client.CredentialsProvider credentials;"
                : "org.apache.http.auth.Credentials credentials;");
    String source =
        IMPORTS
            + "@SuppressWarnings(\"deprecation\") class Snippet {\n"
            + given
            + (snippet.contains("@Bean")
                ? snippet
                : "void use() throws Exception {\n" + snippet + "}\n")
            + "}\n";
    StringWriter messages = new StringWriter();
    boolean compiled =
        ToolProvider.getSystemJavaCompiler()
            .getTask(
                messages,
                null,
                null,
                List.of(
                    "-proc:none",
                    "-d",
                    classes.toString(),
                    "-cp",
                    System.getProperty("java.class.path")),
                null,
                List.of(new Source(source)))
            .call();
    assertThat(compiled).as("%s%s", snippet, messages).isTrue();
  }

  private static final class Source extends SimpleJavaFileObject {

    private final String text;

    Source(String text) {
      super(URI.create("string:///Snippet.java"), JavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }
}
