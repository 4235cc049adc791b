/** What runs on the JDK under test: each fault, with and without Reprise. Java 11 byte code. */
package dev.reprise.subject.faults;
