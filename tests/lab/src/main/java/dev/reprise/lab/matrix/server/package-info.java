/** The servers of the matrix: real ones, each started for one TLS version and one key. */
package dev.reprise.lab.matrix.server;
