package dev.reprise.spring;

import static dev.reprise.spring.Contexts.lazy;
import static dev.reprise.spring.Contexts.part;
import static dev.reprise.spring.Contexts.runner;
import static dev.reprise.spring.Contexts.withoutBundles;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.reprise.tls.TlsSettings;
import java.io.File;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.http.client.HttpClient;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.test.context.assertj.AssertableApplicationContext;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Each bad value is one clear error at start-up, which names the property and the way out. */
class BadInputTest extends WithStores {

  private static final String WRONG = "wr0ng-s3cret";

  static void refused(String property, String words, String... values) {
    refused(runner(), property, words, values);
  }

  private static void refused(
      ApplicationContextRunner runner, String property, String words, String... values) {
    runner
        .withPropertyValues(values)
        .run(
            context -> {
              assertThat(context).hasFailed();
              RepriseConfigurationException error = error(context);
              assertThat(error.property()).isEqualTo(property);
              assertThat(error).hasMessageStartingWith(property + ": ").hasMessageContaining(words);
              assertThat(error.action()).isNotBlank();
              assertThat(trace(context)).doesNotContain("s3cret", "PRIVATE KEY-----\n");
            });
  }

  @Test
  void protocolsWithWhichNoHandshakeIsPossible() {
    String words = "no handshake is possible with [SSLv3]";
    refused("reprise.ssl.enabled-protocols", words, "reprise.ssl.enabled-protocols=SSLv3");
    refused(
        "reprise.clients.bank.ssl.enabled-protocols",
        words,
        "reprise.clients.bank.ssl.enabled-protocols=SSLv3");
  }

  @Test
  void aProviderWhoseNativesAreMissing() {
    runner()
        .withPropertyValues("reprise.ssl.provider=" + WithoutNatives.class.getName())
        .run(
            context ->
                assertThat(error(context))
                    .hasMessageContaining("UnsatisfiedLinkError: no nothing in java.library.path"));
  }

  /** As Conscrypt where it has no library for the platform. */
  public static final class WithoutNatives extends Provider {
    private static final long serialVersionUID = 1;

    public WithoutNatives() {
      super("WithoutNatives", "1", "");
      throw new UnsatisfiedLinkError("no nothing in java.library.path");
    }
  }

  private static RepriseConfigurationException error(AssertableApplicationContext context) {
    Throwable t = context.getStartupFailure();
    while (t != null && !(t instanceof RepriseConfigurationException)) {
      t = t.getCause();
    }
    assertThat(t).as(() -> trace(context)).isNotNull();
    return (RepriseConfigurationException) t;
  }

  private static String trace(AssertableApplicationContext context) {
    StringWriter out = new StringWriter();
    context.getStartupFailure().printStackTrace(new PrintWriter(out));
    return out.toString();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "session-timeout  | 0                | 0 is not within 1s to 7d",
        "session-timeout  | 8d               | 8d is not within 1s to 7d",
        "preconnect.max-per-peer    | -1               | -1 is not within 0 to 1000",
        "preconnect.max-per-peer    | 1001             | 1001 is not within 0 to 1000",
        "preconnect.at-start        | http://me:s3cret@bank/s3cret | is not an https URL with a host",
        "preconnect.at-start        | https://a,bank.example?s3cret | is not an https URL",
        "preconnect.at-start        | https:///s3cret   | is not an https URL",
        "preconnect.at-start        | https://me:s3cret | is not an https URL",
        "preconnect.at-start        | https://bank:65536 | with a host and, if any, a port up to",
        "preconnect.at-start        | https://bank:0   | with a host and, if any, a port up to",
        "pool.max-total         | 0                | 0 is not within 1 to 65535",
        "pool.max-total         | 65536            | 65536 is not within 1 to 65535",
        "pool.max-per-route     | -5               | -5 is not within 1 to 65535",
        "pool.max-life-time      | 0                | 0 is not within 1ms to 24d",
        "pool.max-life-time      | 25d              | 25d is not within 1ms to 24d",
        "pool.max-idle-time  | -1s              | -1s is not within 0 to 24d",
        "connect-timeout       | 0                | 0 is not within 1ms to 1h",
        "connect-timeout       | 2h               | 2h is not within 1ms to 1h",
        "read-timeout          | -5s              | -5s is not within 1ms to 1d",
        "read-timeout          | 10ns             | 10ns is not within 1ms to 1d",
        "read-timeout          | 25h              | 25h is not within 1ms to 1d",
        "pool.acquire-timeout         | 0s               | 0 is not within 1ms to 1h",
        "pool.acquire-timeout         | 3600001ms        | 3600001ms is not within 1ms to 1h",
        "ssl.enabled-protocols          | TLSv9            | unknown protocol 'TLSv9'; SunJSSE"
            + " supports",
        "ssl.ciphers      | TLS_NONSENSE     | unknown cipher suite 'TLS_NONSENSE'",
        "ssl.provider           | Nonsense         | no provider 'Nonsense' is registered",
        "ssl.provider           | SunJCE           | 'SunJCE' offers no SSLContext 'TLS'",
        "ssl.provider           | AmazonCorrettoCryptoProvider | no provider 'Amazon",
        "ssl.provider           | java.lang.String | no provider 'java.lang.String'",
        "ssl.provider           | java.lang.Runnable | NoSuchMethod",
        "ssl.bundle             | nonsense         | 'nonsense' cannot be found",
        "ssl.trust-store | /nope.p12      | there is no such file: ",
        "ssl.trust-store | file:nope.p12  | there is no such file: ",
        "ssl.key-store | classpath:nope.p12 | there is no such file: classpath:nope.p12",
      })
  void oneValue(String name, String value, String words) {
    refused("reprise." + name, words, "reprise." + name + "=" + value);
  }

  /** It is read at the first call, as by stock sockets; who never calls never needs it. */
  @Test
  void aJdkTrustStoreThatCannotBeLoadedFailsTheCall() throws Exception {
    try (SoapPeer peer = SoapPeer.start(stores)) {
      runner()
          .withSystemProperties("javax.net.ssl.trustStore=" + stores.garbage())
          .run(
              context ->
                  assertThatThrownBy(
                          () ->
                              ClientsTest.post(
                                  part(context, HttpClient.class), peer.uri("/answer")))
                      .hasMessageContaining("the JDK's default trust store cannot be loaded"));
    }
  }

  @Test
  void whatACustomizerSetsIsBlamedOnTheCustomizer() {
    ApplicationContextRunner customized =
        runner()
            .withBean("harmless", TlsSettingsCustomizer.class, () -> (client, settings) -> {})
            .withBean("suites", TlsSettingsCustomizer.class, Suites::new);
    refused(
        customized,
        "TlsSettingsCustomizer " + Suites.class.getName(),
        "it sets cipherSuites for client default: unknown cipher suite 'TLS_NOPE'");
    refused(
        customized,
        "reprise.ssl.enabled-protocols",
        "unknown protocol 'TLSv9'",
        "reprise.ssl.enabled-protocols=TLSv9");
  }

  static final class Suites implements TlsSettingsCustomizer {
    @Override
    public void customize(String client, TlsSettings.Builder settings) {
      settings.cipherSuites("TLS_NOPE");
    }
  }

  @Test
  void aProviderThatFails() {
    refused(
        "reprise.ssl.provider",
        "cannot make a TLS context with Broken: ",
        "reprise.ssl.provider=" + BrokenProvider.class.getName());
  }

  @ParameterizedTest
  @ValueSource(strings = {"trust-store", "key-store"})
  void aStoreThatCannotBeRead(String store) throws Exception {
    byte[] whole = Files.readAllBytes(stores.trust("whole.jks", "JKS"));
    Path part = Files.write(directory.resolve("part.jks"), Arrays.copyOf(whole, 40));
    for (Path path : List.of(part, stores.garbage())) {
      refused(
          "reprise.ssl." + store,
          "it cannot be read: it has another format",
          "reprise.ssl." + store + "=" + path,
          "reprise.ssl." + store + "-password=" + Stores.PASSWORD);
    }
  }

  @ParameterizedTest
  @CsvSource({"trust.p12, PKCS12", "trust.jks, JKS"})
  void wrongTrustStorePassword(String file, String type) {
    refused(
        "reprise.ssl.trust-store-password",
        "cannot be opened with it",
        "reprise.ssl.trust-store=" + stores.trust(file, type),
        "reprise.ssl.trust-store-password=" + WRONG);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ssl.trust-store", "ssl.trust-certificate", "ssl.bundle", "read-timeout"})
  void aPlaceholderWithoutAValue(String name) {
    runner()
        .withPropertyValues("reprise." + name + "=${NO_SUCH}")
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("reprise." + name)
                    .hasStackTraceContaining("${NO_SUCH}"));
  }

  /** As Boot takes those of its own bundles. */
  @Test
  void aPasswordMayLookLikeAPlaceholder() {
    runner()
        .withPropertyValues(
            "it=" + Stores.PASSWORD,
            "reprise.ssl.trust-store=" + stores.trust(),
            "reprise.ssl.trust-store-password=${it}",
            "reprise.proxy.host=proxy.example",
            "reprise.proxy.port=3128",
            "reprise.proxy.username=us",
            "reprise.proxy.password=s3cret${x}z")
        .run(
            context ->
                assertThat(context.getBean(RepriseClient.class).properties().getProxy())
                    .returns("s3cret${x}z", ClientProperties.Proxy::getPassword));
    for (String password :
        List.of("ssl.trust-store-password", "ssl.key-store-password", "ssl.key-password")) {
      runner()
          .withPropertyValues(
              "reprise.ssl.trust-store=" + stores.trust(),
              "reprise.ssl.key-store=" + stores.clientKey(),
              "reprise." + password + "=s3cret${x}z")
          .run(context -> assertThat(trace(context)).doesNotContain("s3cret", "placeholder"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"reprise.ssl.trust-certificate", "reprise.ssl.key-store"})
  void nothingIsReadFromTheNetwork(String property) throws Exception {
    AtomicInteger asked = new AtomicInteger();
    HttpServer server = HttpServer.create(new InetSocketAddress("localhost", 0), 0);
    server.createContext(
        "/",
        exchange -> {
          asked.incrementAndGet();
          exchange.sendResponseHeaders(404, -1);
          exchange.close();
        });
    server.start();
    try {
      refused(
          property,
          " or a URL of file: or classpath:",
          property + "=http://localhost:" + server.getAddress().getPort() + "/ca.pem");
    } finally {
      server.stop(0);
    }
    assertThat(asked).hasValue(0);
  }

  @Test
  void anEmptySwitchIsOn() {
    runner()
        .withPropertyValues("reprise.enabled=")
        .run(context -> assertThat(context).hasSingleBean(RepriseClients.class));
  }

  @Test
  void aCustomizerThatAsksForItsClientIsNamed() {
    runner()
        .withBean(ClientListeners.class, () -> client -> null)
        .withUserConfiguration(Recursion.class)
        .run(
            context ->
                assertThat(context)
                    .getFailure()
                    .hasStackTraceContaining("asks for client default, which is not made yet"));
  }

  @Configuration(proxyBeanMethods = false)
  static class Recursion {
    @Bean
    TlsSettingsCustomizer asks(ObjectProvider<RepriseClients> clients) {
      return (client, settings) -> clients.getObject().get(client);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://u:s3cret@files.invalid/client.p12",
        "u:s3cret@files.invalid/client.p12",
        "https://files.invalid/client.p12?sig=s3cret",
        "bank-s3cret",
      })
  void whatIsNoFileIsNotShown(String value) {
    for (String name : List.of("key-store", "certificate")) {
      refused(
          "reprise.ssl." + name,
          "there is no such file; the value is not shown",
          "reprise.ssl." + name + "=" + value);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "file:", "./"})
  void whereAFileWasLookedForIsShown(String before) {
    refused(
        "reprise.ssl.certificate",
        "there is no such file: "
            + new File(before.replace("file:", "") + "nope.pem").getAbsolutePath(),
        "reprise.ssl.certificate=" + before + "nope.pem");
  }

  @Test
  void whatIsWrongWithAStoreOrABundle() {
    refused(
        "reprise.ssl.trust-store",
        "set reprise.ssl.trust-store-password",
        "reprise.ssl.trust-store=" + stores.trust());
    refused(
        "reprise.ssl.trust-store",
        "holds no trusted certificate",
        "reprise.ssl.trust-store=" + stores.empty(),
        "reprise.ssl.trust-store-password=" + Stores.PASSWORD);
    refused(
        "reprise.ssl.key-store-password",
        "cannot be opened with it",
        "reprise.ssl.key-store=" + stores.clientKey(),
        "reprise.ssl.key-store-password=" + WRONG);
    refused(
        "reprise.ssl.key-password",
        "cannot be opened with it",
        "reprise.ssl.key-store=" + stores.clientKeyApart(),
        "reprise.ssl.key-store-password=" + Stores.PASSWORD,
        "reprise.ssl.key-password=" + WRONG);
    refused(
        "reprise.ssl.key-password",
        "if it is unset, the store's password is tried",
        "reprise.ssl.key-store=" + stores.clientKeyApart(),
        "reprise.ssl.key-store-password=" + Stores.PASSWORD);
    refused(
        "reprise.ssl.key-store-password",
        "it is not set, and the private key",
        "reprise.ssl.key-store=" + stores.clientKey());
    refused(
        "reprise.ssl.key-store",
        "; set reprise.ssl.key-store-password if the store has one",
        "reprise.ssl.key-store=" + stores.clientKey(),
        "reprise.ssl.key-password=" + Stores.PASSWORD);
    refused(
        "reprise.ssl.key-store",
        "holds no private key",
        "reprise.ssl.key-store=" + stores.trust(),
        "reprise.ssl.key-store-password=" + Stores.PASSWORD);
    refused(
        "reprise.ssl.bundle",
        "it is set together with reprise.ssl.key-store",
        "reprise.ssl.bundle=partner",
        "reprise.ssl.key-store=" + stores.clientKey());
    refused(
        "reprise.ssl.bundle",
        "keystore password was incorrect",
        "reprise.ssl.bundle=partner",
        "spring.ssl.bundle.jks.partner.truststore.location=file:" + stores.trust(),
        "spring.ssl.bundle.jks.partner.truststore.password=" + WRONG);
  }

  /** It never leads back to what was given, or to another property. */
  @Test
  void theWayOut() {
    String path = "Correct it. Give the path of a file, or a URL of file: or classpath:";
    wayOut(path + ", or the text of a PEM file", "certificate=" + directory);
    wayOut(path, "trust-store=/nope");
    wayOut("Set it to the password of the store", "key-store=" + stores.clientKey());
  }

  private static void wayOut(String action, String value) {
    runner()
        .withPropertyValues("reprise.ssl." + value)
        .run(context -> assertThat(error(context).action()).isEqualTo(action));
  }

  @ParameterizedTest
  @ValueSource(strings = {"key-store-password", "key-password"})
  void aPartOfAStoreWithoutTheStore(String name) {
    refused("reprise.ssl.key-store", "it is not set", "reprise.ssl." + name + "=any");
  }

  @Test
  void aBundleWhereBootHasNone() {
    refused(
        withoutBundles(),
        "reprise.ssl.bundle",
        "there are no SSL bundles in this application",
        "reprise.ssl.bundle=partner");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "proxy.port     | it is not set, but other properties    | proxy.host=p",
        "proxy.port     | 0 is not within 1 to 65535     | proxy.host=p,proxy.port=0",
        "proxy.port     | 65536 is not within 1 to 65535 | proxy.host=p,proxy.port=65536",
        "proxy.host     | is not a host name             | proxy.host=http://p,proxy.port=80",
        "proxy.host     | is not a host name             | proxy.host=p:80,proxy.port=80",
        "proxy.host     | may hold a password            | proxy.host=u:s3cret@p,proxy.port=80",
        "proxy.host     | may hold a password            | proxy.host=u:s3cret,proxy.port=80",
        "proxy.host     | and reprise.proxy.password     |"
            + " proxy.host=http://u:s3cret@p,proxy.port=8",
        "proxy.host     | it is not set                  | proxy.port=80",
        "proxy.host     | it is not set                  | proxy.password=s3cret",
        "proxy.password | it is not set  | proxy.host=p,proxy.port=80,proxy.username=u",
        "proxy.username | it is not set  | proxy.host=p,proxy.port=80,proxy.password=s3cret",
      })
  void proxies(String name, String words, String values) {
    refused(
        "reprise." + name,
        words,
        Arrays.stream(values.split(",")).map("reprise."::concat).toArray(String[]::new));
  }

  /** In a lazy application it is loaded first, and the default one would refuse the same. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "proxy.port | it is not set, but other properties of | reprise.proxy.host=p",
        "read-timeout | -5s is not within 1ms to 1d | reprise.read-timeout=-5s",
        "pool.max-total | 0 is not within 1 to 65535 | reprise.pool.max-total=0",
        "ssl.provider | no provider 'Nonsense' is registered | reprise.ssl.provider=Nonsense",
        "ssl.enabled-protocols | unknown protocol 'TLSv9' | reprise.ssl.enabled-protocols=TLSv9",
        "ssl.bundle | 'nonsense' cannot be found | reprise.ssl.bundle=nonsense",
        "ssl.key-store | there is no such file | reprise.ssl.key-store=/nope",
        "ssl.key-store | it is not set | reprise.ssl.key-store-password=s3cret",
      })
  void whatANamedClientInheritsIsNamedAsItIsSet(String name, String words, String value) {
    refused(
        lazy(runner()), "reprise." + name, words, "reprise.clients.bank.session-timeout=1h", value);
  }

  @Test
  void aPartOfAProxyOfItsOwnIsNamedAsTheClients() {
    refused(
        "reprise.clients.bank.proxy.port",
        "it is not set, but other properties of the proxy are",
        "reprise.proxy.host=p",
        "reprise.proxy.port=3128",
        "reprise.clients.bank.proxy.host=q");
  }

  /** A provider that announces TLS and does not have it. */
  public static final class BrokenProvider extends Provider {

    private static final long serialVersionUID = 1;

    public BrokenProvider() {
      super("Broken", "1", "announces TLS and does not have it");
      put("SSLContext.TLS", "dev.reprise.nowhere.Context");
    }
  }
}
