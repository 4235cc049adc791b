/**
 * Reprise's auto-configurations, public so that an application can exclude them.
 *
 * <p>No argument or result is null unless the Javadoc says so.
 *
 * @since 0.1.0
 */
package dev.reprise.spring.autoconfigure;
