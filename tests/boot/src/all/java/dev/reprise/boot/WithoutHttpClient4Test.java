package dev.reprise.boot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.spring.RepriseClients;
import dev.reprise.tls.ResumingSslSocketFactory;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import javax.net.ssl.HttpsURLConnection;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.util.ClassUtils;

/** Calls resume over the library that Boot takes, from 3.4 on; before, Boot's own sender stays. */
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
  void webServiceTemplatesResumeOrHaveBootsSender() {
    try (ConfigurableApplicationContext context = start()) {
      Soap.call(provider, context);
      if (boot() >= 3.4) {
        assertResumed(context);
      } else {
        assertPassedBy(context);
      }
    }
  }

  @Test
  void theRequestFactoryResumes() {
    assumeBoot(3.4);
    try (ConfigurableApplicationContext context = start()) {
      call(context.getBean(RepriseClients.class).get("default", ClientHttpRequestFactory.class));
      assertResumed(context);
    }
  }
}
