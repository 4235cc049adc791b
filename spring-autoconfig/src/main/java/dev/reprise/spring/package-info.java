/**
 * Reprise in Spring Boot: the properties under {@code reprise.} and the beans made from them.
 * Nothing is null, given or returned, unless its Javadoc says so.
 *
 * @since 0.1.0
 */
package dev.reprise.spring;
