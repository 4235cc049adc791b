package dev.reprise.spring;

import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Import;

/**
 * The clients under {@code reprise.clients}. Client {@code bank} has the beans {@code
 * bankHttpClient}, {@code bankConnectionManager}, {@code bankSslSocketFactory}, {@code
 * bankMessageSender}, {@code bankRequestFactory} and {@code bankRepriseClient}; all have the
 * qualifier {@code bank}. A bean of the application that has one of these names takes its place.
 */
@AutoConfiguration(
    after = {RepriseHttpClientAutoConfiguration.class, RepriseWebServicesAutoConfiguration.class})
@ConditionalOnProperty(prefix = RepriseProperties.PREFIX, name = "enabled", matchIfMissing = true)
@Import(ClientBeansRegistrar.class)
public class RepriseClientsAutoConfiguration {}
