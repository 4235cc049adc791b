package dev.reprise.bootmatrix;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SnippetsTest {

  private final List<String> snippets =
      Snippets.of(
          "# Title\n```java\n@Bean // Boot 3.2 and later\nRestClient a() {}\n\n@Bean // every\nB b() {}\n```\n"
              + "```xml\n<x/>\n```\n```java\nHttpClient client = clients.get(1);\n```\n");

  @Test
  void onlyJavaIsTaken() {
    assertThat(snippets).hasSize(2).noneMatch(snippet -> snippet.contains("<x/>"));
  }

  @Test
  void whatIsOfLaterGenerationsIsLeftOut() {
    assertThat(Snippets.source(snippets, Generation.BOOT_2_7))
        .doesNotContain("RestClient a()")
        .contains("B b() {}", "org.springframework.boot.web.client.RestTemplateBuilder");
    assertThat(Snippets.source(snippets, Generation.BOOT_4_0))
        .contains("RestClient a()", "org.springframework.boot.restclient.RestTemplateBuilder");
  }

  @Test
  void statementsAreOfAMethod() {
    assertThat(Snippets.source(snippets, Generation.BOOT_3_5))
        .contains("void use(RepriseClients clients) {\nHttpClient client");
  }

  @Test
  void importsOfAWholeClassComeFirst() {
    List<String> whole =
        List.of("import a.A;\nimport b.B;\n\n@Configuration // Boot 3.2 and later\nclass C {}\n");
    assertThat(Snippets.source(whole, Generation.BOOT_3_5))
        .startsWith("import a.A;\nimport b.B;\nimport dev.reprise")
        .endsWith("\n@Configuration // Boot 3.2 and later\nclass C {}\n");
    assertThat(Snippets.source(whole, Generation.BOOT_2_7)).doesNotContain("class C");
  }
}
