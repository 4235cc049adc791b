/**
 * What a Flight Recorder file tells of an application's calls, and the cause of new connections.
 */
package dev.reprise.probe.recording;
