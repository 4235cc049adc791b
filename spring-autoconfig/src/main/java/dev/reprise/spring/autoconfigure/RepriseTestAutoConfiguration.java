package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.http.MockedClientsConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * For Boot's test slices of clients, and for {@code AutoConfigureMockRestServiceServer}, alone,
 * which know it from their imports files.
 */
@AutoConfiguration(after = RepriseAutoConfiguration.class)
@Import(MockedClientsConfiguration.class)
public class RepriseTestAutoConfiguration {}
