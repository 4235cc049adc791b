package dev.reprise.democlient;

import dev.reprise.tls.ConnectionClosed;
import dev.reprise.tls.HandshakeCompleted;
import dev.reprise.tls.TlsListener;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Nothing to configure but properties; a listener, since the page wants to know. */
@Configuration(proxyBeanMethods = false)
class RepriseConfiguration {
  @Bean
  TlsListener figuresListener(Figures figures) {
    return new TlsListener() {
      @Override
      public void handshakeCompleted(HandshakeCompleted event) {
        if (!event.handshake().resumed()) {
          figures.fullHandshake();
        }
        figures.handshake();
      }

      @Override
      public void closed(ConnectionClosed event) {
        figures.closed(event.outcome().name(), event.duration().toNanos());
      }
    };
  }
}
