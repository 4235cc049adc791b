package dev.reprise.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseClients;
import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.ResumingSslSocketFactory;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.HttpsURLConnection;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.ClassUtils;

/** Boot's own sender stays. From 3.4 on it calls through Boot's builders, whose clients resume. */
class WithoutHttpClient4Test extends Applications {

  WithoutHttpClient4Test() {
    super(KNOWN);
  }

  @BeforeAll
  static void isWithout() {
    assertThat(ClassUtils.isPresent("org.apache.http.client.HttpClient", null)).isFalse();
  }

  @Test
  void socketsResume() throws Exception {
    try (ConfigurableApplicationContext context = start()) {
      ResumingSslSocketFactory sockets =
          context.getBean(RepriseClients.class).get("default", ResumingSslSocketFactory.class);
      for (int i = 0; i < CALLS; i++) {
        HttpsURLConnection connection =
            (HttpsURLConnection) provider.uri().toURL().openConnection();
        connection.setSSLSocketFactory(sockets);
        try (InputStream response = connection.getInputStream()) {
          assertThat(new String(response.readAllBytes(), StandardCharsets.UTF_8)).contains("pong");
        }
      }
      assertResumed(context);
    }
  }

  @Test
  void webServiceTemplatesHaveBootsSender() {
    try (ConfigurableApplicationContext context = start()) {
      Soap.call(provider, context);
      if (boot() >= 3.4) {
        PeerStatistics seen = context.getBean(RepriseClient.class).statistics().total();
        assertThat(seen.full()).isEqualTo(1);
        // What an engine has resumed is known when its lane is next looked at.
        assertThat(seen.resumed()).isBetween(CALLS - 2L, CALLS - 1L);
      } else {
        assertPassedBy(context);
      }
    }
  }
}
