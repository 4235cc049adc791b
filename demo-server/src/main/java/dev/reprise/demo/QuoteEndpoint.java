package dev.reprise.demo;

import dev.reprise.demo.quotes.QuoteRequest;
import dev.reprise.demo.quotes.QuoteResponse;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.ws.server.endpoint.annotation.Endpoint;
import org.springframework.ws.server.endpoint.annotation.PayloadRoot;
import org.springframework.ws.server.endpoint.annotation.RequestPayload;
import org.springframework.ws.server.endpoint.annotation.ResponsePayload;

/** Quotes a premium. */
@Endpoint
final class QuoteEndpoint {
  private static final BigDecimal RATE = new BigDecimal("0.005");

  private final AtomicLong numbers = new AtomicLong();

  @PayloadRoot(namespace = SoapMessages.NAMESPACE, localPart = "QuoteRequest")
  @ResponsePayload
  public QuoteResponse quote(@RequestPayload QuoteRequest request) {
    QuoteResponse response = new QuoteResponse();
    response.setNumber("Q-" + numbers.incrementAndGet());
    response.setProduct(request.getProduct());
    response.setPremium(request.getSumInsured().multiply(RATE).setScale(2, RoundingMode.HALF_UP));
    response.setCurrency("EUR");
    response.setTerms(SoapMessages.terms());
    return response;
  }
}
