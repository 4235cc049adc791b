/** The recipes of docs/clients.md, for their test and for the lab. */
package dev.reprise.clients;
