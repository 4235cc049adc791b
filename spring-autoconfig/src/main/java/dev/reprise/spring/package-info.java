/** Reprise in Spring Boot: the properties under {@code reprise.} and the beans made from them. */
package dev.reprise.spring;
