package dev.reprise.bootmatrix.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.spring.RepriseClient;
import dev.reprise.spring.RepriseClients;
import dev.reprise.tls.ResumingSslSocketFactory;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.net.ssl.HttpsURLConnection;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.util.ClassUtils;
import org.springframework.ws.client.core.WebServiceTemplate;

/**
 * An application without HttpClient 4.5: calls resume over the library that Boot takes, from 3.4;
 * before, sockets are there, and Boot's own sender stays.
 */
public final class NoHttpClientCases implements Cases {

  /** Boot's builders of HTTP clients. */
  private static final String BUILDER =
      "org.springframework.boot.http.client.ClientHttpRequestFactoryBuilder";

  @Override
  public Map<String, Case> byName() {
    Map<String, Case> cases = new LinkedHashMap<>();
    cases.put("no HttpClient 4.5: sockets", this::sockets);
    cases.put("no HttpClient 4.5: WebServiceTemplate", this::sender);
    if (ClassUtils.isPresent(BUILDER, null)) {
      cases.put("no HttpClient 4.5: request factory", this::requests);
    }
    return cases;
  }

  private void sockets(Trial trial) throws Exception {
    assertThat(ClassUtils.isPresent("org.apache.http.client.HttpClient", null)).isFalse();
    try (ConfigurableApplicationContext context = trial.start()) {
      ResumingSslSocketFactory sockets =
          context.getBean(RepriseClients.class).get("default", ResumingSslSocketFactory.class);
      URI soap = URI.create(trial.provider().soapUrl());
      for (int i = 0; i < Trial.CALLS; i++) {
        HttpsURLConnection connection = (HttpsURLConnection) soap.toURL().openConnection();
        connection.setSSLSocketFactory(sockets);
        connection.setRequestProperty("Content-Type", "text/xml; charset=utf-8");
        connection.setDoOutput(true);
        connection.getOutputStream().write(Provider.ENVELOPE.getBytes(StandardCharsets.UTF_8));
        try (InputStream response = connection.getInputStream()) {
          assertThat(new String(response.readAllBytes(), StandardCharsets.UTF_8))
              .contains("QuoteResponse");
        }
      }
      trial.assertResumed(context);
    }
  }

  private void sender(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start()) {
      WebServiceTemplate template = SoapCalls.builder(context).build();
      SoapCalls.call(trial, template);
      if (ClassUtils.isPresent(BUILDER, null)) {
        assertResumed(trial, context);
      } else {
        trial.assertPassedBy(context);
      }
    }
  }

  private void requests(Trial trial) throws Exception {
    try (ConfigurableApplicationContext context = trial.start()) {
      RestCases.call(
          trial,
          context.getBean(RepriseClients.class).get("default", ClientHttpRequestFactory.class));
      assertResumed(trial, context);
    }
  }

  /** What an engine has resumed is known when its lane is next looked at. */
  private static void assertResumed(Trial trial, ConfigurableApplicationContext context)
      throws Exception {
    context.getBean(RepriseClient.class).sslContext().statistics();
    trial.assertResumed(context);
  }
}
