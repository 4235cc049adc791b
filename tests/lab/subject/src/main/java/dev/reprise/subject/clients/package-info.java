/** The conversation about the clients of docs/clients.md, which run in a JVM of their own. */
package dev.reprise.subject.clients;
