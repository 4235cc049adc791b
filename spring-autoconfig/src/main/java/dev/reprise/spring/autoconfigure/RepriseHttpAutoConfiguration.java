package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.builders.BootClientsConfiguration;
import dev.reprise.spring.core.Clients;
import dev.reprise.spring.http.HttpConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.SearchStrategy;
import org.springframework.context.annotation.Import;

/**
 * Provides the HTTP libraries that clients call through, and the default sender of Boot's {@code
 * WebServiceTemplateBuilder}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(
    after = RepriseAutoConfiguration.class,
    beforeName = {
      "org.springframework.boot.autoconfigure.webservices.client.WebServiceTemplateAutoConfiguration",
      "org.springframework.boot.webservices.autoconfigure.client.WebServiceTemplateAutoConfiguration"
    })
@ConditionalOnBean(value = Clients.class, search = SearchStrategy.CURRENT)
@Import({HttpConfiguration.class, BootClientsConfiguration.class})
public class RepriseHttpAutoConfiguration {}
