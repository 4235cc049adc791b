package dev.reprise.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What a first call finds: in a JVM of its own, which tells what it loads. */
@EnabledIf("dev.reprise.spring.WithBoot#isThere")
class WithBothHttpClientsTest extends AgainstPeer {

  @ParameterizedTest
  @ValueSource(strings = {"httpclient4", "httpclient5"})
  void theFirstCallAfterAtStartFindsItsClassesLoaded(String library) throws Exception {
    String output = run(library);

    String[] parts = output.split("the first call: |answered with 200");
    assertThat(parts).as(output).hasSize(3);
    // Those of the host name check and of decompression are left; without a dry run it loads 150.
    assertThat(parts[1].lines())
        .filteredOn(line -> line.matches(".*\\] (org\\.apache\\.h|dev\\.reprise\\.http).*"))
        .hasSizeLessThan(12);
    // Nothing of the application has seen any other call.
    assertThat(output).contains("intercepted ").doesNotContain("/reprise-dry-run");
    assertThat(peer.wireMock().getAllServeEvents()).hasSize(1);
  }

  private String run(String library) throws Exception {
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-verbose:class",
                "-cp",
                System.getProperty("java.class.path"),
                Application.class.getName(),
                peer.uri("/answer").toString(),
                "--reprise.http-client=" + library,
                "--reprise.ssl.trust-store=" + stores.trust(),
                "--reprise.ssl.trust-store-password=" + Stores.PASSWORD,
                "--reprise.preconnect.max-per-peer=1",
                "--reprise.preconnect.at-start=" + peer.uri("/"))
            .redirectErrorStream(true)
            .start();
    String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(child.waitFor()).as(output).isZero();
    return output;
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application {

    public static void main(String[] arguments) throws Exception {
      try (ConfigurableApplicationContext context =
          new SpringApplicationBuilder(Application.class)
              .web(WebApplicationType.NONE)
              .run(arguments)) {
        RepriseClients clients = context.getBean(RepriseClients.class);
        boolean five = arguments[1].endsWith("5");
        Object client =
            five
                ? clients.get("default", CloseableHttpClient.class)
                : clients.get("default", org.apache.http.impl.client.CloseableHttpClient.class);
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
          if (thread.getName().equals("reprise-dry-run")) {
            thread.join();
          }
        }
        System.out.println("the first call: ");
        int status =
            five
                ? ((CloseableHttpClient) client)
                    .execute(new HttpPost(arguments[0]), response -> response.getCode())
                : ((org.apache.http.client.HttpClient) client)
                    .execute(
                        new org.apache.http.client.methods.HttpPost(arguments[0]),
                        response -> response.getStatusLine().getStatusCode());
        System.out.println("answered with " + status);
      }
    }

    @Bean
    HttpClientCustomizer four() {
      return (name, builder) ->
          builder.addInterceptorLast(
              (org.apache.http.HttpRequest request, org.apache.http.protocol.HttpContext context) ->
                  System.out.println("intercepted " + request.getRequestLine()));
    }

    @Bean
    HttpClient5Customizer five() {
      return (name, builder) ->
          builder.addRequestInterceptorLast(
              (request, entity, context) -> System.out.println("intercepted " + request.getPath()));
    }
  }
}
