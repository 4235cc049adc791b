package dev.reprise.clients;

import dev.reprise.subject.Equipment;
import dev.reprise.subject.HttpClient5;
import dev.reprise.subject.Session;
import java.net.http.HttpClient;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.springframework.http.client.HttpComponentsClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.http.client.reactive.ReactorClientHttpConnector;
import org.springframework.web.client.RestClient;
import org.springframework.web.client.RestTemplate;
import org.springframework.web.reactive.function.client.WebClient;

final class Spring {

  private Spring() {}

  static Session restTemplate(Equipment given, String url) {
    CloseableHttpClient client = HttpClient5.client(given);
    RestTemplate rest = new RestTemplate(new HttpComponentsClientHttpRequestFactory(client));
    return Session.of(() -> rest.getForObject(url, String.class), client);
  }

  static Session restClient(Equipment given, String url) {
    HttpClient client = HttpClient.newBuilder().sslContext(given.context()).build();
    RestClient rest =
        RestClient.builder().requestFactory(new JdkClientHttpRequestFactory(client)).build();
    return Session.of(() -> rest.get().uri(url).retrieve().body(String.class));
  }

  static Session webClient(Equipment given, String url) {
    WebClient web =
        WebClient.builder()
            .clientConnector(new ReactorClientHttpConnector(Netty.client(given)))
            .build();
    return Session.of(() -> web.get().uri(url).retrieve().bodyToMono(String.class).block());
  }
}
