package dev.reprise.spring;

import static dev.reprise.spring.Contexts.runner;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.tls.TlsStatistics;
import java.net.URI;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.http.HttpMessageConvertersAutoConfiguration;
import org.springframework.boot.autoconfigure.http.client.HttpClientAutoConfiguration;
import org.springframework.boot.autoconfigure.http.client.reactive.ClientHttpConnectorAutoConfiguration;
import org.springframework.boot.autoconfigure.web.client.RestClientAutoConfiguration;
import org.springframework.boot.autoconfigure.web.client.RestTemplateAutoConfiguration;
import org.springframework.boot.autoconfigure.web.reactive.function.client.WebClientAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.web.client.RestTemplateBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.util.ClassUtils;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

/** Applications with Boot's own HTTP clients, and calls by each of them. */
final class WithBoot {

  static final String FOUR = "org.apache.http.";
  static final String FIVE = "org.apache.hc.";
  static final String REACTOR = "reactor.netty.";

  /** What has the mocks of Boot's tests win. */
  static final String MOCKS = "org.springframework.test.web.";

  private WithBoot() {}

  /** What Boot builds request factories over, and what an application lacks that has it. */
  enum Library {
    HTTPCLIENT5(FOUR),
    REACTOR_NETTY(FOUR, FIVE),
    JDK(FOUR, FIVE, REACTOR);

    final String[] absent;

    Library(String... absent) {
      this.absent = absent;
    }

    ApplicationContextRunner runner() {
      return without(Stream.concat(Stream.of(absent), Stream.of(MOCKS)).toArray(String[]::new));
    }
  }

  /** Whether the class path of this run has the other libraries. */
  static boolean isThere() {
    return ClassUtils.isPresent("org.springframework.web.reactive.function.client.WebClient", null);
  }

  /** An application that has all libraries but some. */
  static ApplicationContextRunner without(String... packages) {
    return runner()
        .withConfiguration(
            AutoConfigurations.of(
                HttpMessageConvertersAutoConfiguration.class,
                HttpClientAutoConfiguration.class,
                RestClientAutoConfiguration.class,
                RestTemplateAutoConfiguration.class,
                ClientHttpConnectorAutoConfiguration.class,
                WebClientAutoConfiguration.class))
        .withClassLoader(new FilteredClassLoader(packages));
  }

  /** By Boot's own bundle, which Reprise's clients inherit. */
  static ApplicationContextRunner trusting(ApplicationContextRunner runner, Stores stores) {
    return runner
        .withPropertyValues(stores.bundle())
        .withPropertyValues(
            "spring.http.client.ssl.bundle=partner",
            "spring.http.reactiveclient.ssl.bundle=partner");
  }

  static RestClient restClient(ApplicationContext context) {
    return context.getBean(RestClient.Builder.class).build();
  }

  static void call(RestClient client, URI uri, int times) {
    for (int i = 0; i < times; i++) {
      assertThat(client.post().uri(uri).body("<ping/>").retrieve().body(String.class))
          .contains("pong");
    }
  }

  static void callByTemplate(ApplicationContext context, URI uri, int times) {
    RestTemplate template = context.getBean(RestTemplateBuilder.class).build();
    for (int i = 0; i < times; i++) {
      assertThat(template.postForObject(uri, "<ping/>", String.class)).contains("pong");
    }
  }

  static void callByWebClient(ApplicationContext context, URI uri, int times) {
    WebClient client = context.getBean(WebClient.Builder.class).build();
    for (int i = 0; i < times; i++) {
      assertThat(
              client
                  .post()
                  .uri(uri)
                  .bodyValue("<ping/>")
                  .retrieve()
                  .bodyToMono(String.class)
                  .block())
          .contains("pong");
    }
  }

  static TlsStatistics statistics(ApplicationContext context) {
    return context.getBean(RepriseClient.class).statistics();
  }
}
