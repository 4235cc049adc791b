package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.http.MockedClientsConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * Provides clients in Boot's test slices and for {@code AutoConfigureMockRestServiceServer}. Only
 * their imports files name this class.
 *
 * @since 0.1.0
 */
@AutoConfiguration(after = RepriseAutoConfiguration.class)
@Import(MockedClientsConfiguration.class)
public class RepriseTestAutoConfiguration {}
