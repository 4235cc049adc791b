package dev.reprise.demo;

import org.springframework.boot.web.embedded.jetty.JettyServletWebServerFactory;
import org.springframework.boot.web.servlet.FilterRegistrationBean;
import org.springframework.boot.web.servlet.ServletRegistrationBean;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.io.ClassPathResource;
import org.springframework.ws.config.annotation.EnableWs;
import org.springframework.ws.transport.http.MessageDispatcherServlet;
import org.springframework.ws.wsdl.wsdl11.DefaultWsdl11Definition;
import org.springframework.xml.xsd.SimpleXsdSchema;

/**
 * The application. Nothing is auto-configured, so whatever else is on the class path of a test is
 * left alone.
 */
@Configuration(proxyBeanMethods = false)
@EnableWs
class DemoConfiguration {
  @Bean
  ServerStatistics statistics() {
    return new ServerStatistics();
  }

  @Bean
  Faults faults(DemoOptions options, DemoCertificates certificates) {
    return new Faults(options, certificates);
  }

  @Bean
  DemoCertificates certificates(DemoOptions options) {
    return new DemoCertificates(options);
  }

  @Bean
  CertificateFiles certificateFiles(DemoOptions options, DemoCertificates certificates) {
    return CertificateFiles.write(options, certificates);
  }

  @Bean
  JettyServletWebServerFactory webServerFactory(
      DemoOptions options,
      DemoCertificates certificates,
      ServerStatistics statistics,
      Faults faults) {
    return new HttpsServerFactory(options, certificates, statistics, faults).create();
  }

  @Bean
  ServletRegistrationBean<MessageDispatcherServlet> soapServlet(ApplicationContext context) {
    MessageDispatcherServlet servlet = new MessageDispatcherServlet();
    servlet.setApplicationContext(context);
    servlet.setTransformWsdlLocations(true);
    return new ServletRegistrationBean<>(servlet, "/ws", "/ws/*");
  }

  @Bean
  FilterRegistrationBean<ContentLengthFilter> contentLengthFilter() {
    return new FilterRegistrationBean<>(new ContentLengthFilter());
  }

  @Bean
  QuoteEndpoint quoteEndpoint() {
    return new QuoteEndpoint();
  }

  @Bean
  SimpleXsdSchema quotesSchema() {
    return new SimpleXsdSchema(new ClassPathResource("quotes.xsd", DemoConfiguration.class));
  }

  @Bean
  DefaultWsdl11Definition quotes(SimpleXsdSchema quotesSchema) {
    DefaultWsdl11Definition definition = new DefaultWsdl11Definition();
    definition.setPortTypeName("Quotes");
    definition.setLocationUri("/ws");
    definition.setTargetNamespace(SoapMessages.NAMESPACE);
    definition.setSchema(quotesSchema);
    return definition;
  }
}
