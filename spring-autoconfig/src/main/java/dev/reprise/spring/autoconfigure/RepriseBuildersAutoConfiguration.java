package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.RepriseClients;
import dev.reprise.spring.RepriseProperties;
import dev.reprise.spring.builders.BuildersConfiguration;
import dev.reprise.spring.core.Library;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Import;

/**
 * Lets what Boot's own builders build resume sessions, from Boot 3.4. To leave them alone, exclude
 * this class by {@code spring.autoconfigure.exclude}.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = RepriseAutoConfiguration.class)
@ConditionalOnProperty(prefix = RepriseProperties.PREFIX, name = "enabled", matchIfMissing = true)
@ConditionalOnBean(RepriseClients.class)
@ConditionalOnClass(name = Library.BUILDERS)
@ConditionalOnExpression(
    "!'${reprise.http-client:}'.replaceAll('[^A-Za-z0-9]', '').equalsIgnoreCase('httpclient4')")
@Import(BuildersConfiguration.class)
public class RepriseBuildersAutoConfiguration {}
