package dev.reprise.spring.core;

import static org.springframework.web.context.request.RequestAttributes.SCOPE_REQUEST;

import dev.reprise.spring.ClientListeners;
import dev.reprise.spring.RepriseProperties;
import dev.reprise.spring.core.Learned.Visit;
import dev.reprise.tls.Handshake;
import dev.reprise.tls.Peer;
import dev.reprise.tls.PreconnectionEnded;
import dev.reprise.tls.PreconnectionOutcome;
import dev.reprise.tls.TlsListener;
import java.util.HashSet;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnWebApplication;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.ui.ModelMap;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.context.request.WebRequestInterceptor;
import org.springframework.web.method.HandlerMethod;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.config.annotation.InterceptorRegistry;
import org.springframework.web.servlet.config.annotation.WebMvcConfigurer;

/** Lets an application with Spring MVC learn which requests lead to calls. */
@Configuration(proxyBeanMethods = false)
public class LearningConfiguration {

  /** Name of the bean that watches requests, if they are those of Spring MVC. */
  static final String REQUESTS = "repriseRequests";

  @Bean
  Learned repriseLearned(Clients clients) {
    return new Learned(
        System::nanoTime, (client, peer) -> clients.get(client).socketFactory().prepare(peer));
  }

  /**
   * Watches requests, and the connections that are made on their threads. Notes about a request are
   * kept in it, so nothing stays behind on a thread.
   */
  @Configuration(value = REQUESTS, proxyBeanMethods = false)
  @ConditionalOnWebApplication(type = ConditionalOnWebApplication.Type.SERVLET)
  @ConditionalOnClass(name = "org.springframework.web.servlet.config.annotation.WebMvcConfigurer")
  @Conditional(Wanted.class)
  static class Requests implements WebMvcConfigurer, WebRequestInterceptor, ClientListeners {

    private static final String VISIT = Requests.class.getName();

    private final Clients clients;
    private final Learned learned;

    Requests(Clients clients, Learned learned) {
      this.clients = clients;
      this.learned = learned;
    }

    @Override
    public void addInterceptors(InterceptorRegistry registry) {
      registry.addWebRequestInterceptor(this);
    }

    /**
     * Passes over a request that is forwarded or continues after asynchronous work, since it was
     * counted before.
     */
    @Override
    public void preHandle(WebRequest request) {
      Object handler =
          request.getAttribute(HandlerMapping.BEST_MATCHING_HANDLER_ATTRIBUTE, SCOPE_REQUEST);
      if (!(handler instanceof HandlerMethod)) {
        handler =
            request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE, SCOPE_REQUEST);
      }
      if (handler != null && visit(request) == null) {
        request.setAttribute(VISIT, learned.arrived(handler.toString()), SCOPE_REQUEST);
      }
    }

    @Override
    public void postHandle(WebRequest request, ModelMap model) {}

    @Override
    public void afterCompletion(WebRequest request, Exception failure) {
      Visit visit = visit(request);
      if (visit != null) {
        request.removeAttribute(VISIT, SCOPE_REQUEST);
        learned.completed(visit);
      }
    }

    private static Visit visit(RequestAttributes request) {
      try {
        Object visit = request == null ? null : request.getAttribute(VISIT, SCOPE_REQUEST);
        return visit instanceof Visit ? (Visit) visit : null;
      } catch (IllegalStateException e) {
        // The request is over, and somebody has given it to another thread.
        return null;
      }
    }

    @Override
    public TlsListener of(String client) {
      return new TlsListener() {
        @Override
        public void handshakeCompleted(Handshake event) {
          led(event.peer());
        }

        @Override
        public void preconnectionEnded(PreconnectionEnded event) {
          if (event.outcome() == PreconnectionOutcome.USED) {
            led(event.peer());
          }
          if (event.outcome() != PreconnectionOutcome.FAILED) {
            learned.ended(client, event.peer(), event.outcome());
          }
        }

        /** Clients cannot be asked earlier, since they are made with this. */
        private void led(Peer peer) {
          Visit visit = visit(RequestContextHolder.getRequestAttributes());
          if (visit != null && clients.configuration(client).learns()) {
            visit.led(client, peer);
          }
        }
      };
    }
  }

  /**
   * Matches if a client is to learn, so that no other application has its requests watched. Reads
   * only properties, since a client would load its TLS.
   */
  static final class Wanted implements Condition {
    @Override
    public boolean matches(ConditionContext context, AnnotatedTypeMetadata type) {
      RepriseProperties given = PropertyNames.read(context.getEnvironment(), new HashSet<>());
      return Stream.concat(Stream.of(given), given.getClients().values().stream())
          .anyMatch(client -> client.getPreconnect().getLearn());
    }
  }
}
