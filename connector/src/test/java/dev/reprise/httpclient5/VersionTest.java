package dev.reprise.httpclient5;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.hc.core5.util.VersionInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** These tests run with several versions of HttpClient; this is the one that is meant. */
@EnabledIfSystemProperty(named = "httpclient5.version", matches = ".+")
class VersionTest {

  @Test
  void isTheOneThatIsMeant() {
    VersionInfo version =
        VersionInfo.loadVersionInfo("org.apache.hc.client5", getClass().getClassLoader());
    assertThat(version.getRelease()).isEqualTo(System.getProperty("httpclient5.version"));
  }
}
