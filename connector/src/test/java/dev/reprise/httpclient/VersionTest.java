package dev.reprise.httpclient;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.http.HttpConnection;
import org.apache.http.client.HttpClient;
import org.apache.http.util.VersionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** These tests run with several versions of HttpClient; this is the one that is meant. */
@Tag("each-httpclient")
class VersionTest {

  @Test
  @EnabledIfSystemProperty(named = "httpclient4.version", matches = ".+")
  void of4IsTheOneThatIsMeant() {
    assertThat(version("org.apache.http.client", HttpClient.class))
        .isEqualTo(System.getProperty("httpclient4.version"));
    assertThat(version("org.apache.http", HttpConnection.class))
        .isEqualTo(System.getProperty("httpcore4.version"));
  }

  private static String version(String library, Class<?> member) {
    return VersionInfo.loadVersionInfo(library, member.getClassLoader()).getRelease();
  }

  @Test
  @EnabledIfSystemProperty(named = "httpclient5.version", matches = ".+")
  void of5IsTheOneThatIsMeant() {
    assertThat(
            org.apache.hc.core5.util.VersionInfo.loadVersionInfo(
                    "org.apache.hc.client5", getClass().getClassLoader())
                .getRelease())
        .isEqualTo(System.getProperty("httpclient5.version"));
  }
}
