/** What runs in the clients' JVMs, of Java 11 on: the clients, and the loops that call by them. */
package dev.reprise.benchmarks.calls;
