package dev.reprise.spring.builders;

/** What a builder of Boot's makes clients of; Jetty's and HttpURLConnection are left alone. */
enum BuilderLibrary {
  HTTPCLIENT5("HttpComponentsClientHttpRequestFactoryBuilder"),
  HTTPCLIENT5_ASYNC("reactive.HttpComponentsClientHttpConnectorBuilder"),
  REACTOR("ReactorClientHttpRequestFactoryBuilder", "reactive.ReactorClientHttpConnectorBuilder"),
  JDK("JdkClientHttpRequestFactoryBuilder", "reactive.JdkClientHttpConnectorBuilder");

  private static final String HOME = "org.springframework.boot.http.client.";

  private final String[] builders;

  BuilderLibrary(String... builders) {
    this.builders = builders;
  }

  /** Null for one that is left alone. */
  static BuilderLibrary of(Object builder) {
    String type = builder.getClass().getName();
    for (BuilderLibrary each : values()) {
      for (String known : each.builders) {
        if (type.equals(HOME + known)) {
          return each;
        }
      }
    }
    return null;
  }
}
