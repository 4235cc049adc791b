/** The soak: the server and the soaked JVM are started, watched and judged from here. */
package dev.reprise.lab.soak;
