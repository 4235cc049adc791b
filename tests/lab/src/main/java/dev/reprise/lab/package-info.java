/** What experiments have in common: runtimes, child processes, progress; each is a package. */
package dev.reprise.lab;
