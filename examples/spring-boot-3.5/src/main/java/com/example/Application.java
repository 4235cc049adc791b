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

/** Passes on what a bank's server says, which answers each request with Connection: close. */
@SpringBootApplication
public class Application {

  public static void main(String[] args) {
    SpringApplication.run(Application.class, args);
  }

  @Bean
  RestTemplate bank(RepriseClients clients) {
    return new RestTemplate(clients.get("default", ClientHttpRequestFactory.class));
  }

  @RestController
  static class Page {

    private final RestTemplate bank;
    private final String url;

    Page(RestTemplate bank, @Value("${bank.url}") String url) {
      this.bank = bank;
      this.url = url;
    }

    @GetMapping("/")
    String show() {
      return bank.getForObject(url, String.class);
    }
  }
}
