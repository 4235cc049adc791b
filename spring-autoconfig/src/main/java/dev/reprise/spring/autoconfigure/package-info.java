/**
 * Reprise's auto-configurations, public so that an application can exclude them. Nothing is null,
 * given or returned, unless its Javadoc says so.
 *
 * @since 0.1.0
 */
package dev.reprise.spring.autoconfigure;
