package com.example;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.webservices.client.WebServiceTemplateBuilder;
import org.springframework.context.annotation.Bean;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.ws.client.core.WebServiceTemplate;
import org.springframework.xml.transform.StringResult;
import org.springframework.xml.transform.StringSource;

/** Passes on what a SOAP service says, which answers each request with Connection: close. */
@SpringBootApplication
public class Application {

  public static void main(String[] args) {
    SpringApplication.run(Application.class, args);
  }

  /** With classes made from a schema, give the builder a marshaller, such as Jaxb2Marshaller. */
  @Bean
  WebServiceTemplate bank(
      WebServiceTemplateBuilder builder, @Value("${bank.url}") String url) {
    return builder.setDefaultUri(url).build();
  }

  @RestController
  static class Page {

    private static final String REQUEST =
        "<QuoteRequest xmlns='https://reprise.dev/demo/quotes'>"
            + "<product>household</product><customer>C-1001</customer>"
            + "<sumInsured>50000.00</sumInsured></QuoteRequest>";

    private final WebServiceTemplate bank;

    Page(WebServiceTemplate bank) {
      this.bank = bank;
    }

    /** The template makes the envelope, and turns a SOAP fault into an exception. */
    @GetMapping("/")
    String show() {
      StringResult answer = new StringResult();
      bank.sendSourceAndReceiveToResult(new StringSource(REQUEST), answer);
      return answer.toString();
    }
  }
}
