package dev.reprise.spring;

import static dev.reprise.spring.Contexts.by;
import static dev.reprise.spring.Contexts.call;
import static dev.reprise.spring.Contexts.lazy;
import static dev.reprise.spring.Contexts.runner;
import static dev.reprise.spring.Contexts.trusting;
import static dev.reprise.spring.Contexts.update;
import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.tls.ResumingSslContext;
import io.micrometer.core.instrument.binder.MeterBinder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.Collections;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.client.HttpClient;
import org.junit.jupiter.api.Test;

/** Contexts that are children, that start lazily, or that end. */
class ContextsTest extends AgainstPeer {

  @Test
  void aChildContextHasTheClientsOfItsParent() {
    AtomicInteger loaded = new AtomicInteger();
    trusting(stores.trust())
        .withBean(TlsSettingsCustomizer.class, () -> (client, tls) -> loaded.incrementAndGet())
        .run(
            parent ->
                runner()
                    .withParent(parent)
                    .run(
                        child -> {
                          assertThat(child).hasNotFailed();
                          assertThat(child.getBean(RepriseClients.class))
                              .isSameAs(parent.getBean(RepriseClients.class));
                          call(child, peer.uri("/answer"), 2);
                          assertThat(loaded).as("times that settings were made").hasValue(1);
                        }));
  }

  @Test
  void aLazyApplicationCallsThroughReprise() {
    lazy(trusting(stores.trust()))
        .withPropertyValues("reprise.clients.bank.read-timeout=3s")
        .run(
            context -> {
              call(context, peer.uri("/answer"), 3);
              assertThat(context.getBean(RepriseClient.class).statistics().total().resumed())
                  .isEqualTo(2);
            });
  }

  @Test
  void threadsThatAskAtATimeAreGivenTheSame() {
    trusting(stores.trust())
        .run(
            context -> {
              RepriseClients clients = context.getBean(RepriseClients.class);
              CyclicBarrier go = new CyclicBarrier(8);
              ExecutorService threads = Executors.newFixedThreadPool(8);
              Set<Object> given = new HashSet<>();
              for (Future<Object> each :
                  threads.invokeAll(
                      Collections.<Callable<Object>>nCopies(
                          8,
                          () -> {
                            go.await();
                            return clients.get("default", HttpClient.class);
                          }))) {
                given.add(each.get());
              }
              threads.shutdown();
              assertThat(given).hasSize(1);
              call(context, peer.uri("/answer"), 1);
            });
  }

  @Test
  void metersEndWithTheContext() {
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    trusting(stores.trust())
        .run(
            context -> {
              context.getBeansOfType(MeterBinder.class).values().forEach(b -> b.bindTo(registry));
              call(context, peer.uri("/answer"), 1);
              assertThat(registry.find("reprise.tls.lanes").gauges()).isNotEmpty();
            });
    assertThat(registry.find("reprise.tls.lanes").gauges()).isEmpty();
    assertThat(registry.find("httpcomponents.httpclient.pool.total.max").gauges()).isEmpty();
  }

  @Test
  void aConsumerThatThrowsLeavesNobodyWithWhatWas() {
    AtomicInteger told = new AtomicInteger();
    by(Stores.bundle(Stores.ca().certificatePem()))
        .run(
            context -> {
              RepriseClient client = context.getBean(RepriseClient.class);
              client.whenReloaded(
                  settings -> {
                    throw new IllegalStateException("one that throws");
                  });
              ResumingSslContext tls = client.sslContext();
              client.whenReloaded(
                  settings -> {
                    // An application may take its own locks here, and in what asks for the context.
                    assertThat(CompletableFuture.supplyAsync(client::sslContext).join())
                        .isSameAs(tls);
                    told.incrementAndGet();
                  });
              update(context, Stores.bundle(Stores.client().certificatePem()));
              assertThat(told).hasValue(1);
            });
  }
}
