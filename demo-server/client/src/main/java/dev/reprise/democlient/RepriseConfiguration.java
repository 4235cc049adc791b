package dev.reprise.democlient;

import dev.reprise.tls.CloseOutcome;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.Peer;
import dev.reprise.tls.TlsListener;
import java.time.Duration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Nothing to configure but properties; a listener, since the page wants to know. */
@Configuration(proxyBeanMethods = false)
class RepriseConfiguration {
  @Bean
  TlsListener figuresListener(Figures figures) {
    return new TlsListener() {
      @Override
      public void handshakeCompleted(Peer peer, Handshake handshake) {
        if (!handshake.resumed()) {
          figures.fullHandshake();
        }
        figures.handshake();
      }

      @Override
      public void closed(Peer peer, CloseOutcome outcome, Duration duration) {
        figures.closed(outcome.name(), duration.toNanos());
      }
    };
  }
}
