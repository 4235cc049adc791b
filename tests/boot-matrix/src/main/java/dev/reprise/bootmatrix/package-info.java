/**
 * Runs applications of several generations of Spring Boot, all with the same jar of Reprise, and
 * writes down which of their cases hold.
 */
package dev.reprise.bootmatrix;
