package dev.reprise.spring;

import static dev.reprise.spring.WithBoot.FIVE;
import static dev.reprise.spring.WithBoot.FOUR;
import static dev.reprise.spring.WithBoot.MOCKS;
import static dev.reprise.spring.WithBoot.REACTOR;
import static dev.reprise.spring.WithBoot.callByWebClient;
import static dev.reprise.spring.WithBoot.restClient;
import static dev.reprise.spring.WithBoot.statistics;
import static dev.reprise.spring.WithBoot.trusting;
import static dev.reprise.spring.WithBoot.without;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.reprise.spring.WithBoot.Library;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsListener;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.security.GeneralSecurityException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.http.client.ClientHttpRequestFactoryBuilderCustomizer;
import org.springframework.boot.autoconfigure.ssl.SslBundleRegistrar;
import org.springframework.boot.http.client.ReactorClientHttpRequestFactoryBuilder;
import org.springframework.boot.ssl.SslBundle;
import org.springframework.boot.ssl.SslManagerBundle;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.util.ReflectionUtils;

/** TLS that Boot's clients have from elsewhere than Reprise stays as it is without Reprise. */
@EnabledIf("dev.reprise.spring.WithBoot#isThere")
public class WithOwnTlsTest extends AgainstPeer {

  private static final int CALLS = 4;

  private URI uri() {
    return peer.uri("/answer");
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTPCLIENT5", "JDK"})
  void aContextThatABundleMakesItselfDecides(Library library) {
    library
        .runner()
        .withBean(
            SslBundleRegistrar.class, () -> registry -> registry.registerBundle("own", refusing()))
        .withPropertyValues("spring.http.client.ssl.bundle=own")
        .run(
            context ->
                assertThatThrownBy(() -> WithBoot.call(restClient(context), uri(), 1))
                    .hasStackTraceContaining("SSLHandshakeException"));
  }

  /** Its managers trust the server, and the context that it makes does not. */
  private SslBundle refusing() {
    SslManagerBundle trusting = SslManagerBundle.from(stores.trustManagers());
    SslBundle bundle = SslBundle.of(null, null, null, null, trusting);
    return (SslBundle)
        Proxy.newProxyInstance(
            SslBundle.class.getClassLoader(),
            new Class<?>[] {SslBundle.class},
            (proxy, method, given) ->
                method.getName().equals("createSslContext")
                    ? context(null)
                    : ReflectionUtils.invokeMethod(method, bundle, given));
  }

  private static SSLContext context(TrustManager[] trust) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust, null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTPCLIENT5", "JDK"})
  void aDefaultContextThatIsInstalledLaterDecides(Library library) {
    library
        .runner()
        .run(
            context -> {
              assertThatThrownBy(() -> WithBoot.call(restClient(context), uri(), 1))
                  .hasStackTraceContaining("PKIX");
              SSLContext former = SSLContext.getDefault();
              SSLContext.setDefault(context(stores.trustManagers()));
              try {
                WithBoot.call(restClient(context), uri(), 1);
              } finally {
                SSLContext.setDefault(former);
              }
              assertThat(statistics(context).total().full()).isZero();
            });
  }

  @Test
  @ExtendWith(OutputCaptureExtension.class)
  void aDefaultContextThatSoapDoesNotUseIsNamed(CapturedOutput output) throws Exception {
    String told = "The default SSLContext is not the JDK's own, but WebServiceTemplate";
    Contexts.runner().run(Contexts::template);
    assertThat(output).doesNotContain(told);
    SSLContext former = SSLContext.getDefault();
    SSLContext.setDefault(context(stores.trustManagers()));
    try {
      Contexts.trusting(stores.trust()).run(Contexts::template);
      assertThat(output).doesNotContain(told);
      Contexts.runner().run(Contexts::template);
      assertThat(output).contains(told);
    } finally {
      SSLContext.setDefault(former);
    }
  }

  /** Whether it is shown depends on the library, which knows its way. */
  @ParameterizedTest
  @EnumSource
  void whereTheJvmHasAKeyBootsTlsIsLeftAlone(Library library) {
    library
        .runner()
        .withSystemProperties("javax.net.ssl.keyStore=" + stores.clientKey())
        .run(
            context -> {
              assertThatThrownBy(() -> WithBoot.call(restClient(context), uri(), 1))
                  .hasStackTraceContaining("PKIX");
              assertThat(statistics(context).total().failed()).isZero();
            });
  }

  @ParameterizedTest
  @EnumSource(names = {"HTTPCLIENT5", "JDK"})
  void theProtocolOfABundleCounts(Library library) {
    Queue<String> protocols = new ConcurrentLinkedQueue<>();
    library
        .runner()
        .withBean(
            TlsListener.class,
            () ->
                new TlsListener() {
                  @Override
                  public void handshakeCompleted(Handshake event) {
                    protocols.add(event.protocol());
                  }
                })
        .withPropertyValues(stores.bundle())
        .withPropertyValues(
            "spring.ssl.bundle.jks.partner.protocol=TLSv1.2",
            "spring.http.client.ssl.bundle=partner")
        .run(
            context -> {
              WithBoot.call(restClient(context), uri(), CALLS);
              assertThat(protocols).isNotEmpty().containsOnly("TLSv1.2");
            });
  }

  /** They prefer other cipher suites, so that a session of one is none for the other. */
  @Test
  void eachLibraryHasSessionsOfItsOwn() {
    trusting(without(FOUR, FIVE, MOCKS), stores)
        .withPropertyValues("spring.http.client.factory=jdk")
        .run(
            context -> {
              for (int i = 0; i < CALLS; i++) {
                WithBoot.call(restClient(context), uri(), 1);
                callByWebClient(context, uri(), 1);
              }
              assertThat(statistics(context).total().full()).isEqualTo(2);
              assertThat(statistics(context).total().resumed()).isPositive();
            });
  }

  @Test
  void aClientOfReactorWithAnAddressOfItsOwnCallsItInPlainHttp() {
    without(FOUR, FIVE, MOCKS)
        .withBean(AddressOfItsOwn.class, () -> new AddressOfItsOwn(peer.wireMock().port()))
        .run(
            context ->
                assertThat(
                        restClient(context)
                            .post()
                            .uri("/answer")
                            .body("<ping/>")
                            .retrieve()
                            .body(String.class))
                    .contains("pong"));
  }

  static class AddressOfItsOwn
      implements ClientHttpRequestFactoryBuilderCustomizer<ReactorClientHttpRequestFactoryBuilder> {
    private final int port;

    AddressOfItsOwn(int port) {
      this.port = port;
    }

    @Override
    public ReactorClientHttpRequestFactoryBuilder customize(
        ReactorClientHttpRequestFactoryBuilder builder) {
      return builder.withHttpClientCustomizer(client -> client.host("localhost").port(port));
    }
  }

  /** Its sockets are made by a context of the bundle, and it verifies host names itself. */
  @Test
  void httpUrlConnectionKeepsABundlesOwnSockets() {
    without(FOUR, FIVE, REACTOR, MOCKS)
        .withPropertyValues(stores.bundle())
        .withPropertyValues(
            "spring.http.client.ssl.bundle=partner", "spring.http.client.factory=simple")
        .run(
            context -> {
              WithBoot.call(restClient(context), uri(), CALLS);
              assertThat(statistics(context).total().full()).isZero();
            });
  }

  @Test
  void preconnectionsAreClosedWithTheContext() {
    AtomicReference<ResumingSslSocketFactory> sockets = new AtomicReference<>();
    trusting(without(FOUR, MOCKS), stores)
        .withPropertyValues("reprise.preconnect.max-per-peer=1")
        .withBean(TlsSettingsCustomizer.class, () -> Contexts::longLived)
        .run(
            context -> {
              sockets.set(context.getBean(RepriseClient.class).socketFactory());
              await()
                  .until(
                      () -> {
                        Contexts.call(context, uri(), CALLS);
                        return sockets.get().readyPreconnections() > 0;
                      });
            });
    await().until(() -> sockets.get().readyPreconnections() == 0);
  }
}
