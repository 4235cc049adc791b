package dev.reprise.boot;

import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Configuration;
import org.springframework.test.web.client.MockRestServiceServer;

/** A whole application, whose REST clients are mocked. */
@Slices.MockedRest
class MockedRestTest {

  @Autowired private MockRestServiceServer mock;
  @Autowired private UnaryOperator<String> get;

  @Test
  void theMockAnswersThoughARequestFactoryIsSet() {
    RestSliceTest.assertAnswers(mock, get);
  }

  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class Application extends WithRest {}
}
