package dev.reprise.spring;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static dev.reprise.spring.Contexts.part;
import static dev.reprise.spring.Contexts.trusting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.reprise.httpclient4.ResumingConnectionManager;
import dev.reprise.tls.TlsStatistics;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.ApplicationContext;
import org.springframework.core.io.InputStreamResource;
import org.springframework.http.HttpEntity;
import org.springframework.http.HttpMethod;
import org.springframework.http.ResponseEntity;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.client.HttpClientErrorException;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;

/** RestTemplate and RestClient over the request factory. */
class RestTest extends AgainstPeer {

  @BeforeEach
  void answer() {
    peer.wireMock()
        .stubFor(
            any(urlEqualTo("/rest"))
                .willReturn(
                    aResponse()
                        .withHeader("Connection", "close")
                        .withHeader("X-Many", "one", "two")
                        .withBody("an answer")));
  }

  private static ClientHttpRequestFactory factory(ApplicationContext context) {
    return part(context, ClientHttpRequestFactory.class);
  }

  private static RestTemplate template(ApplicationContext context) {
    return new RestTemplate(factory(context));
  }

  private String url(String path) {
    return peer.uri(path).toString();
  }

  @Test
  void callsResume() {
    trusting(stores.trust())
        .run(
            context -> {
              RestClient client = RestClient.builder().requestFactory(factory(context)).build();
              for (int i = 0; i < 3; i++) {
                assertThat(client.get().uri(url("/rest")).retrieve().body(String.class))
                    .isEqualTo("an answer");
                assertThat(template(context).postForObject(url("/rest"), "question", String.class))
                    .isEqualTo("an answer");
              }
              TlsStatistics statistics = context.getBean(TlsStatistics.class);
              assertThat(statistics.total().full()).isEqualTo(1);
              assertThat(statistics.total().resumed()).isEqualTo(5);
            });
  }

  @Test
  void headersAndBodiesGoThrough() {
    trusting(stores.trust())
        .run(
            context -> {
              ResponseEntity<String> answer =
                  RestClient.builder()
                      .requestFactory(factory(context))
                      .build()
                      .put()
                      .uri(url("/rest"))
                      .header("X-Asked", "a", "b")
                      .body("question")
                      .retrieve()
                      .toEntity(String.class);
              assertThat(answer.getHeaders().get("X-Many")).containsExactly("one", "two");
              peer.wireMock()
                  .verify(
                      anyRequestedFor(urlEqualTo("/rest"))
                          .withHeader("X-Asked", equalTo("a"))
                          .withHeader("X-Asked", equalTo("b"))
                          .withHeader("Content-Length", equalTo("8"))
                          .withRequestBody(equalTo("question")));
            });
  }

  @Test
  void aBodyOfUnknownLengthGoesThroughWhole() {
    String text = "x".repeat(300_000);
    InputStream once = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    trusting(stores.trust())
        .run(
            context -> {
              template(context)
                  .exchange(
                      url("/rest"),
                      HttpMethod.POST,
                      new HttpEntity<>(new InputStreamResource(once)),
                      String.class);
              peer.wireMock().verify(anyRequestedFor(anyUrl()).withRequestBody(equalTo(text)));
            });
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "PATCH"})
  void anAbsentBodyHasTheLengthZero(String method) {
    trusting(stores.trust())
        .run(
            context -> {
              template(context)
                  .exchange(url("/rest"), HttpMethod.valueOf(method), null, String.class);
              peer.wireMock()
                  .verify(anyRequestedFor(anyUrl()).withHeader("Content-Length", equalTo("0")));
            });
  }

  @Test
  void otherMethodsHaveNoBody() {
    trusting(stores.trust())
        .run(
            context -> {
              template(context).delete(url("/rest"));
              peer.wireMock().verify(anyRequestedFor(anyUrl()).withoutHeader("Content-Length"));
            });
  }

  @Test
  void anErrorStatusReachesTheCallerAndTheConnectionComesBack() {
    trusting(stores.trust())
        .run(
            context -> {
              assertThatThrownBy(
                      () -> template(context).postForObject(url("/missing"), "", String.class))
                  .isInstanceOf(HttpClientErrorException.NotFound.class)
                  .hasMessageContaining("nothing here");
              peer.wireMock()
                  .stubFor(any(urlEqualTo("/odd")).willReturn(aResponse().withStatus(499)));
              assertThatThrownBy(() -> template(context).getForObject(url("/odd"), String.class))
                  .hasMessageContaining("499");
              assertThat(part(context, ResumingConnectionManager.class).getTotalStats().getLeased())
                  .isZero();
            });
  }

  @Test
  void theReadTimeoutIsInForce() {
    peer.wireMock()
        .stubFor(any(urlEqualTo("/slow")).willReturn(aResponse().withFixedDelay(60_000)));
    trusting(stores.trust())
        .withPropertyValues("reprise.read-timeout=50ms")
        .run(
            context ->
                assertThatThrownBy(() -> template(context).getForObject(url("/slow"), String.class))
                    .isInstanceOf(ResourceAccessException.class)
                    .hasRootCauseInstanceOf(SocketTimeoutException.class));
  }
}
