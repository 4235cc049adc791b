package dev.reprise.bootmatrix.cases;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.spring.RepriseClients;
import java.util.Map;
import org.apache.http.client.HttpClient;
import org.apache.http.client.methods.CloseableHttpResponse;
import org.apache.http.client.methods.HttpPost;
import org.apache.http.entity.ContentType;
import org.apache.http.entity.StringEntity;
import org.apache.http.impl.client.CloseableHttpClient;
import org.apache.http.util.EntityUtils;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.util.ClassUtils;

/** An application without Spring-WS: the registry has the HttpClient. */
public final class NoSpringWsCases implements Cases {

  @Override
  public Map<String, Case> byName() {
    return Map.of("no Spring-WS", this::client);
  }

  private void client(Trial trial) throws Exception {
    assertThat(ClassUtils.isPresent("org.springframework.ws.client.core.WebServiceTemplate", null))
        .isFalse();
    try (ConfigurableApplicationContext context = trial.start()) {
      CloseableHttpClient client =
          (CloseableHttpClient)
              context.getBean(RepriseClients.class).get("default", HttpClient.class);
      for (int i = 0; i < Trial.CALLS; i++) {
        HttpPost request = new HttpPost(trial.provider().soapUrl());
        request.setEntity(new StringEntity(Provider.ENVELOPE, ContentType.TEXT_XML));
        try (CloseableHttpResponse response = client.execute(request)) {
          assertThat(EntityUtils.toString(response.getEntity())).contains("QuoteResponse");
        }
      }
      trial.assertResumed(context);
    }
  }
}
