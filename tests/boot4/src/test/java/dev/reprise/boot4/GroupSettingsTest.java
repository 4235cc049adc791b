package dev.reprise.boot4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.reprise.junit.ClosingServer;
import dev.reprise.testkit.Answer;
import dev.reprise.testkit.Request;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.ResponseEntity;
import org.springframework.util.ClassUtils;
import org.springframework.web.service.annotation.GetExchange;
import org.springframework.web.service.registry.ImportHttpServices;

/**
 * A group that a client of Reprise serves follows redirects as without Reprise, and keeps cookies
 * as told.
 */
class GroupSettingsTest {

  private static final Map<String, Integer> STOCK = new HashMap<>();

  @RegisterExtension
  static final ClosingServer provider =
      ClosingServer.tls()
          .answering(GroupSettingsTest::cookie)
          .answering("/moved", Answer.of(302, "").with("Location", "/here"));

  /** A cookie, and another body to who has it. */
  private static Answer cookie(Request request) {
    String cookie = request.header("Cookie");
    return cookie != null && cookie.contains("session=1")
        ? Answer.ok("kept")
        : Answer.ok("none").with("Set-Cookie", "session=1; Secure; Path=/");
  }

  private static boolean isPresent(String type) {
    return ClassUtils.isPresent(type, null);
  }

  static Stream<String> libraries() {
    List<String> libraries = new ArrayList<>(List.of("reactor", "jdk"));
    if (isPresent("org.apache.http.client.HttpClient")) {
      libraries.add("httpclient4");
    }
    if (isPresent("org.apache.hc.client5.http.classic.HttpClient")) {
      libraries.add("httpclient5");
    }
    return libraries.stream();
  }

  @ParameterizedTest
  @MethodSource("libraries")
  void areFollowedAsBootHasThem(String library) {
    for (String[] boots :
        new String[][] {
          redirects("", ""),
          redirects("dont-follow", ""),
          redirects("", "dont-follow"),
          redirects("follow", "dont-follow")
        }) {
      assertThat(statusWith("reprise.http-client=" + library, boots))
          .as(String.join(", ", boots))
          .isEqualTo(
              STOCK.computeIfAbsent(
                  String.join(", ", boots), each -> statusWith("reprise.enabled=false", boots)));
    }
    assertThat(STOCK.values()).containsOnly(200, 302);
  }

  /**
   * Reprise keeps none where nobody asks for them, as it says. Over java.net.http and Reactor Netty
   * they are Boot's own affair.
   */
  @ParameterizedTest
  @MethodSource("libraries")
  void cookiesAreKeptWhereBootIsTold(String library) {
    assumeTrue(library.startsWith("httpclient"));
    for (String given : List.of("enable-when-possible", "disable")) {
      String ofGroup = "spring.http.serviceclient.bank.cookie-handling=" + given;
      String ofAll = "spring.http.clients.cookie-handling=" + given;
      for (String setting : List.of(ofGroup, ofAll)) {
        assertThat(
                with(
                    "reprise.http-client=" + library, setting, GroupSettingsTest::cookieOfTwoCalls))
            .as(setting)
            .isEqualTo(given.equals("disable") ? "none" : "kept");
      }
    }
  }

  private static String[] redirects(String ofGroup, String ofAll) {
    return new String[] {
      "spring.http.serviceclient.bank.redirects=" + ofGroup,
      "spring.http.clients.redirects=" + ofAll
    };
  }

  private static String cookieOfTwoCalls(Bank bank) {
    bank.cookie();
    return bank.cookie();
  }

  private static int statusWith(String chosen, String... boots) {
    return with(chosen, boots, bank -> bank.moved().getStatusCode().value());
  }

  private static String with(String chosen, String more, Function<Bank, String> call) {
    return with(chosen, new String[] {more}, call);
  }

  private static <T> T with(String chosen, String[] boots, Function<Bank, T> call) {
    try (ConfigurableApplicationContext context =
        new SpringApplicationBuilder(Application.class)
            .web(WebApplicationType.NONE)
            .properties(boots)
            .properties(
                chosen,
                "reprise.clients.bank.timeouts.read=20s",
                "spring.http.serviceclient.bank.base-url=" + provider.uri(),
                "spring.ssl.bundle.jks.partner.truststore.location=file:" + provider.trustStore(),
                "spring.ssl.bundle.jks.partner.truststore.password=" + ClosingServer.PASSWORD,
                "spring.http.clients.ssl.bundle=partner")
            .run()) {
      return call.apply(context.getBean(Bank.class));
    }
  }

  interface Bank {
    @GetExchange("moved")
    ResponseEntity<String> moved();

    @GetExchange("cookie")
    String cookie();
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  @ImportHttpServices(group = "bank", types = Bank.class)
  static class Application {}
}
