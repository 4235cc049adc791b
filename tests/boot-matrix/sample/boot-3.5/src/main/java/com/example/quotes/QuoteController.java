package com.example.quotes;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

@RestController
class QuoteController {

  private final QuoteClient quotes;

  QuoteController(QuoteClient quotes) {
    this.quotes = quotes;
  }

  @GetMapping("/quotes/{product}")
  String premium(@PathVariable("product") String product) {
    return quotes.premium(product);
  }
}
