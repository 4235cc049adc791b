package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.http.MockRestConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * For tests with Boot's {@code AutoConfigureMockRestServiceServer} alone, which knows it from its
 * imports file: the request factories of clients ask the mock.
 */
@AutoConfiguration(after = RepriseTestSliceAutoConfiguration.class)
@Import(MockRestConfiguration.class)
public class RepriseMockRestAutoConfiguration {}
