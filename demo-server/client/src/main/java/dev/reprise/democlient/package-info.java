/**
 * The demo client: a Spring Boot application that calls the demo server over one HTTPS client or
 * another, and shows on a live page what that costs.
 */
package dev.reprise.democlient;
