/** The command: options, files and exit codes. */
package dev.reprise.probe;
