/**
 * Reprise in Spring Boot: the properties under {@code reprise.} and the beans made from them.
 *
 * <p>No argument or result is null unless the Javadoc says so.
 *
 * @since 0.1.0
 */
package dev.reprise.spring;
