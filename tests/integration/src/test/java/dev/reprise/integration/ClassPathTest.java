package dev.reprise.integration;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.http.HttpConnection;
import org.apache.http.client.HttpClient;
import org.apache.http.util.VersionInfo;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("each-httpclient")
class ClassPathTest {

  @Test
  void theTestsRunWithTheHttpClientThatTheBuildNames() {
    assertThat(version("org.apache.http.client", HttpClient.class))
        .isEqualTo(System.getProperty("httpclient.version"));
    assertThat(version("org.apache.http", HttpConnection.class))
        .isEqualTo(System.getProperty("httpcore.version"));
  }

  private static String version(String library, Class<?> member) {
    return VersionInfo.loadVersionInfo(library, member.getClassLoader()).getRelease();
  }
}
