/**
 * The Java runtimes of the matrices, and processes that run beside the driver: found, started,
 * spoken to in lines, and ended on every path.
 */
package dev.reprise.matrix.jvm;
