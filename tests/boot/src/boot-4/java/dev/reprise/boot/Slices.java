package dev.reprise.boot;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.springframework.boot.restclient.test.autoconfigure.RestClientTest;
import org.springframework.boot.webservices.test.autoconfigure.client.WebServiceClientTest;

/** What marks test classes of applications, under the names that it has in Boot 4. */
final class Slices {

  private static final String TRUST = "reprise.ssl.trust-store=/nowhere/trust.p12";
  private static final String KEYS = "reprise.clients.bank.ssl.key-store=/nowhere/client.p12";
  private static final String PASSWORD =
      "reprise.clients.bank.ssl.key-store-password=${BANK_PASSWORD}";

  private Slices() {}

  @Retention(RetentionPolicy.RUNTIME)
  @RestClientTest(properties = {TRUST, KEYS, PASSWORD})
  @interface Rest {}

  @Retention(RetentionPolicy.RUNTIME)
  @WebServiceClientTest(properties = {TRUST, KEYS, PASSWORD})
  @interface WebService {}
}
