package com.example;

import dev.reprise.spring.RepriseClients;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.client.RestTemplate;

/** Passes on what a provider says, which answers each request with Connection: close. */
@SpringBootApplication
public class Application {

  public static void main(String[] args) {
    SpringApplication.run(Application.class, args);
  }

  @Bean
  RestTemplate provider(RepriseClients clients) {
    return new RestTemplate(clients.get("default", ClientHttpRequestFactory.class));
  }

  @RestController
  static class Page {

    private final RestTemplate provider;
    private final String url;

    Page(RestTemplate provider, @Value("${provider.url}") String url) {
      this.provider = provider;
      this.url = url;
    }

    @GetMapping("/")
    String show() {
      return provider.getForObject(url, String.class);
    }
  }
}
