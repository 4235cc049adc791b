package dev.reprise.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.asyncDispatch;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import dev.reprise.spring.core.Learned;
import dev.reprise.tls.PreconnectionOutcome;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import jakarta.servlet.ServletException;
import java.net.URI;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.web.servlet.DispatcherServletAutoConfiguration;
import org.springframework.boot.autoconfigure.web.servlet.WebMvcAutoConfiguration;
import org.springframework.boot.autoconfigure.webservices.client.WebServiceTemplateAutoConfiguration;
import org.springframework.boot.test.context.runner.WebApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ApplicationContext;
import org.springframework.test.util.ReflectionTestUtils;
import org.springframework.test.web.servlet.MockMvc;
import org.springframework.test.web.servlet.MvcResult;
import org.springframework.test.web.servlet.setup.MockMvcBuilders;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.context.WebApplicationContext;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.WebRequestInterceptor;

/** Applications of Spring MVC that learn which requests lead to calls. */
@ExtendWith(OutputCaptureExtension.class)
class LearningTest extends AgainstPeer {

  private static final String OFF = "does not learn from requests";

  private WebApplicationContextRunner learning(String... properties) {
    return new WebApplicationContextRunner()
        .withConfiguration(
            AutoConfigurations.of(
                DispatcherServletAutoConfiguration.class,
                WebMvcAutoConfiguration.class,
                WebServiceTemplateAutoConfiguration.class))
        .withConfiguration(Contexts.ofTheStarter())
        .withPropertyValues(
            "management.endpoints.web.exposure.include=reprise",
            "reprise.ssl.trust-store=" + stores.trust(),
            "reprise.ssl.trust-store-password=" + Stores.PASSWORD,
            "reprise.preconnect.learn=true")
        .withPropertyValues(properties)
        .withBean(TlsSettingsCustomizer.class, () -> LearningTest::patient)
        .withBean("there", URI.class, () -> peer.uri("/answer"))
        .withBean(Shop.class);
  }

  private static void patient(String client, TlsSettings.Builder settings) {
    Contexts.patient(client, settings);
    Contexts.longLived(client, settings);
  }

  private static ResumingSslSocketFactory sockets(ApplicationContext context) {
    return context.getBean(RepriseClient.class).socketFactory();
  }

  /** Requests to each of so many URLs; no calls so far are demand for preconnected connections. */
  private static void request(WebApplicationContext context, String url, int times)
      throws Exception {
    MockMvc mvc = MockMvcBuilders.webAppContextSetup(context).build();
    for (int i = 0; i < times; i++) {
      sockets(context).closePreconnections();
      try {
        MvcResult result = mvc.perform(get(url, i)).andReturn();
        if (result.getRequest().isAsyncStarted()) {
          result.getAsyncResult(60_000);
          mvc.perform(asyncDispatch(result));
        }
      } catch (ServletException e) {
        assertThat(e).hasRootCauseMessage("failing");
      }
    }
  }

  private static long used(ApplicationContext context) {
    return context
        .getBean(TlsStatistics.class)
        .total()
        .preconnections()
        .get(PreconnectionOutcome.USED);
  }

  /** Watching would load the clients that a lazy start has left for later. */
  @Test
  void noRequestIsWatchedIfNoClientLearns() {
    learning("reprise.preconnect.learn=false")
        .run(context -> assertThat(context).doesNotHaveBean(WebRequestInterceptor.class));
    learning("reprise.preconnect.learn=false", "reprise.clients.bank.preconnect.learn=true")
        .run(context -> assertThat(context).hasSingleBean(WebRequestInterceptor.class));
  }

  @Test
  void theCallOfTheNextRequestFindsAConnection() {
    learning("reprise.preconnect.max-per-peer=1")
        .run(
            context -> {
              request(context, "/pay/{number}", 9);
              assertThat(used(context)).isZero();
              context.getBean(Shop.class).waits = true;
              request(context, "/pay/next", 1);
              assertThat(used(context)).isEqualTo(1);
              assertThat(context.getBean(Learned.class).count("default", PreconnectionOutcome.USED))
                  .isEqualTo(1);
              Object told =
                  ReflectionTestUtils.invokeMethod(context.getBean("repriseEndpoint"), "clients");
              assertThat(told.toString())
                  .contains(
                      "Shop#pay(String) led to a new connection to localhost:"
                          + peer.uri("/").getPort()
                          + " in 10 of its last 10 requests.");
            });
  }

  /** In the thread of a Callable Spring binds the request too; the dispatch after it is not new. */
  @Test
  void oneRequestIsOneHoweverItIsHandled() {
    learning("reprise.preconnect.max-per-peer=1")
        .run(
            context -> {
              request(context, "/later", 9);
              request(context, "/failing", 9);
              request(context, "/quiet", 9);
              request(context, "/nowhere/{number}", 300);
              assertThat(context.getBean(Learned.class).sentences("default"))
                  .hasSize(2)
                  .anyMatch(told -> told.matches(".*#later\\(.* in 9 of .*"))
                  .anyMatch(told -> told.matches(".*#failing\\(.* in 9 of .*"));
            });
  }

  @Test
  void aRequestThatIsOverLearnsNothingMore(CapturedOutput output) {
    learning("reprise.preconnect.max-per-peer=1")
        .run(
            context -> {
              request(context, "/quiet", 1);
              RequestContextHolder.setRequestAttributes(context.getBean(Shop.class).last);
              try {
                Contexts.call(context, peer.uri("/answer"), 1);
              } finally {
                RequestContextHolder.resetRequestAttributes();
              }
              assertThat(context.getBean(Learned.class).sentences("default")).isEmpty();
              assertThat(output).doesNotContain("A TlsListener threw");
            });
  }

  @Test
  void whereNothingCanBePreparedNothingIsLearnedAndTheLogSaysSo(CapturedOutput output) {
    learning("reprise.preconnect.at-start=https://bank.example")
        .run(
            context -> {
              request(context, "/pay/{number}", 1);
              assertThat(context.getBean(Learned.class).sentences("default")).isEmpty();
              assertThat(output)
                  .contains(OFF, "[reprise.preconnect.learn]")
                  .contains(
                      "default opens nothing at the start: that needs"
                          + " reprise.preconnect.max-per-peer and no proxy. These properties have"
                          + " no effect: [reprise.preconnect.at-start]");
            });
    learning("reprise.preconnect.max-per-peer=1", "reprise.clients.bank.preconnect.learn=false")
        .run(context -> assertThat(context).hasNotFailed());
    assertThat(output).containsOnlyOnce(OFF);
    Contexts.trusting(stores.trust())
        .withPropertyValues("reprise.preconnect.learn=true", "reprise.preconnect.max-per-peer=1")
        .run(context -> assertThat(output.toString().split(OFF)).hasSize(3));
  }

  @RestController
  static class Shop {

    private final ApplicationContext context;
    private final URI there;
    private boolean waits;
    private RequestAttributes last;

    Shop(ApplicationContext context, URI there) {
      this.context = context;
      this.there = there;
    }

    @GetMapping("/pay/{number}")
    String pay(@PathVariable("number") String number) {
      if (waits) {
        Contexts.awaitPreconnections(sockets(context), 1);
      }
      Contexts.call(context, there, 1);
      return "paid " + number;
    }

    @GetMapping("/later")
    Callable<String> later() {
      return () -> pay("later");
    }

    @GetMapping("/failing")
    String failing() {
      pay("before");
      throw new IllegalStateException("failing");
    }

    @GetMapping("/quiet")
    String quiet() {
      last = RequestContextHolder.getRequestAttributes();
      return "quiet";
    }
  }
}
