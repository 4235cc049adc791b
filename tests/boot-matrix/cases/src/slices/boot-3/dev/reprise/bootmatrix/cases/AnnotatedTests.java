package dev.reprise.bootmatrix.cases;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.test.autoconfigure.web.client.AutoConfigureMockRestServiceServer;
import org.springframework.boot.test.autoconfigure.web.client.RestClientTest;
import org.springframework.boot.test.autoconfigure.webservices.client.WebServiceClientTest;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Configuration;

/** Test classes of applications, under the names that Boot's annotations have before 4. */
final class AnnotatedTests {

  private AnnotatedTests() {}

  @RestClientTest(properties = {Slices.TRUST, Slices.KEYS, Slices.PASSWORD})
  static class RestSlice extends Slices.RestSliceTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application extends WithRest {}
  }

  @WebServiceClientTest(properties = {Slices.TRUST, Slices.KEYS, Slices.PASSWORD})
  static class WebServiceSlice extends Slices.WebServiceSliceTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application extends Slices.WithTemplate {}
  }

  @SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.NONE, properties = Slices.BANK)
  @AutoConfigureMockRestServiceServer
  static class MockedApplication extends Slices.RestTest {

    @Configuration(proxyBeanMethods = false)
    @EnableAutoConfiguration
    static class Application extends WithRest {}
  }
}
