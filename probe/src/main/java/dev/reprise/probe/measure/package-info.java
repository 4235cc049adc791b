/** Calls a provider a few times, and finds out what it does. */
package dev.reprise.probe.measure;
