package dev.reprise.democlient;

import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The web application of the page. The application that calls is another one. */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(DashboardController.class)
class DashboardConfiguration {
  @Bean
  Callers callers(Target target, Switches switches) {
    return new Callers(target, switches);
  }
}
