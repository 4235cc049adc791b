package dev.reprise.spring.autoconfigure;

import dev.reprise.spring.http.TestSliceConfiguration;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.context.annotation.Import;

/**
 * For Boot's test slices of clients alone, which know it from their imports files: no store is
 * loaded, and no real host is called.
 */
@AutoConfiguration
@Import(TestSliceConfiguration.class)
public class RepriseTestSliceAutoConfiguration {}
