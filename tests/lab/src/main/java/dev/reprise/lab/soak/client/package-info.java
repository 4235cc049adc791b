/** What runs in the soaked JVM: the calls, and the figures taken between them. */
package dev.reprise.lab.soak.client;
