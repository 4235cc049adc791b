/** Each client of docs/clients.md as it is and with Reprise, on each Java. */
package dev.reprise.lab.clients;
