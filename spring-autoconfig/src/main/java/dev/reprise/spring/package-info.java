/**
 * Spring Boot auto-configuration of Reprise: the properties under {@code reprise.} and the beans
 * made from them. Every WebServiceTemplate that Boot's WebServiceTemplateBuilder builds uses them,
 * unless a sender is set explicitly.
 */
package dev.reprise.spring;
