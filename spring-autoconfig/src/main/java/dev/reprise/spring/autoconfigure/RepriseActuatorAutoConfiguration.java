package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.actuate.ActuateConfiguration;
import dev.reprise.spring.core.Clients;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Import;

/**
 * Provides metrics if Micrometer is there, and the endpoint {@code reprise} if the actuator exposes
 * it.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = RepriseHttpAutoConfiguration.class)
@ConditionalOnBean(value = Clients.class, search = SearchStrategy.CURRENT)
@Import(ActuateConfiguration.class)
public class RepriseActuatorAutoConfiguration {}
