package dev.reprise.httpclient4;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.reprise.http.RequestProgress;
import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.testkit.TlsPeer;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A server that cannot prove who it is is refused, also where a session with it is known. */
class RefusalTest {

  @RegisterExtension final Callers callers = new Callers();

  private final Certificates strangers = new Certificates();

  private enum Flaw {
    WRONG_NAME,
    UNKNOWN_AUTHORITY,
    EXPIRED
  }

  private TlsPeer flawed(String protocol, Flaw flaw) throws Exception {
    Certificates authority = flaw == Flaw.UNKNOWN_AUTHORITY ? strangers : callers.certificates();
    HeldCertificate certificate =
        flaw == Flaw.WRONG_NAME
            ? authority.serverOf("other.example")
            : flaw == Flaw.EXPIRED ? authority.expired() : authority.server();
    return callers.closing(
        new TlsPeer(
            authority.keyManagers(certificate), authority.trustManagers(), false, protocol));
  }

  private static void assertRefused(Caller caller, String url) {
    SSLHandshakeException failure =
        catchThrowableOfType(SSLHandshakeException.class, () -> caller.post(url, "<a/>"));
    assertThat(failure).isNotNull();
    assertThat(RequestProgress.of(failure)).isEqualTo(RequestProgress.NOT_SENT);
  }

  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({
    "TLSv1.2, WRONG_NAME",
    "TLSv1.3, WRONG_NAME",
    "TLSv1.2, UNKNOWN_AUTHORITY",
    "TLSv1.3, UNKNOWN_AUTHORITY",
    "TLSv1.2, EXPIRED",
    "TLSv1.3, EXPIRED",
  })
  void atTheFirstCallAndInPlaceOfAKnownServer(String protocol, Flaw flaw) throws Exception {
    TlsPeer good = callers.peer(protocol);
    TlsPeer bad = flawed(protocol, flaw);
    TestProxy proxy = callers.proxy();
    Caller caller = callers.with(callers.trusting(), http -> http.setProxy(proxy.host()));
    assertRefused(caller, bad.url());

    caller.post(good.url(), "<a/>");
    caller.post(good.url(), "<a/>");
    assertThat(caller.statistics.total().resumed()).isEqualTo(1);

    proxy.divertTo(bad.port());
    assertRefused(caller, good.url());
    assertRefused(caller, good.url());
    assertThat(bad.requests()).isZero();

    proxy.divertTo(good.port());
    assertThat(caller.post(good.url(), "<a/>")).isEqualTo(TlsPeer.BODY);
    assertThat(caller.statistics.total().failed()).isEqualTo(3);
  }
}
