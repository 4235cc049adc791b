package dev.reprise.boot;

import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import org.springframework.boot.restclient.test.autoconfigure.RestClientTest;
import org.springframework.boot.webservices.test.autoconfigure.client.WebServiceClientTest;

/** What marks test classes of applications, under the names that it has in Boot 4. */
final class Slices {

  private Slices() {}

  @Retention(RetentionPolicy.RUNTIME)
  @RestClientTest(properties = {Applications.TRUST, Applications.KEYS, Applications.PASSWORD})
  @interface Rest {}

  @Retention(RetentionPolicy.RUNTIME)
  @WebServiceClientTest(properties = {Applications.TRUST, Applications.KEYS, Applications.PASSWORD})
  @interface WebService {}
}
