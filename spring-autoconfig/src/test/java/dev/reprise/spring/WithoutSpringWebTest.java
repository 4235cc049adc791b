package dev.reprise.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/**
 * An application without spring-web, such as a batch job. Boot 3.4 and 3.5 have their builders of
 * HTTP clients in spring-boot itself. In a JVM of its own, since no class loader hides what the JVM
 * links.
 */
class WithoutSpringWebTest {

  @TempDir Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"httpclient4", "httpclient5"})
  void hasItsHttpClient(String library) throws Exception {
    String path =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(jar -> !jar.matches(".*\\bspring-(web|webmvc|webflux|ws-core)-[0-9.]+jar"))
            .collect(Collectors.joining(File.pathSeparator));
    Path output = directory.resolve("output");
    int exit =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                path,
                Application.class.getName(),
                "--reprise.http-client=" + library)
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start()
            .waitFor();
    assertThat(Files.readString(output)).contains("has InternalHttpClient");
    assertThat(exit).isZero();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {

    public static void main(String[] arguments) throws Exception {
      String type =
          arguments[0].endsWith("5")
              ? "org.apache.hc.client5.http.impl.classic.CloseableHttpClient"
              : "org.apache.http.impl.client.CloseableHttpClient";
      try (ConfigurableApplicationContext context =
          new SpringApplicationBuilder(Application.class)
              .web(WebApplicationType.NONE)
              .run(arguments)) {
        Object client = context.getBean(RepriseClients.class).get("default", Class.forName(type));
        System.out.println("has " + client.getClass().getSimpleName());
      }
    }
  }
}
