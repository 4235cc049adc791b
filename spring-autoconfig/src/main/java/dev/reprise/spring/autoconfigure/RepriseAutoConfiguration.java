package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.RepriseProperties;
import dev.reprise.spring.core.CoreConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Import;

/**
 * The registry of clients, its default client, the TLS settings of that and its statistics. Each
 * gives way to one of the application's. A child context has those of its parent.
 */
@AutoConfiguration(afterName = "org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration")
@ConditionalOnProperty(prefix = RepriseProperties.PREFIX, name = "enabled", matchIfMissing = true)
@ConditionalOnMissingBean(RepriseClients.class)
@Import(CoreConfiguration.class)
public class RepriseAutoConfiguration {}
