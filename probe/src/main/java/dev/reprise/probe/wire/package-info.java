/** What one TLS connection looks like on the wire, read off a recording of its bytes. */
package dev.reprise.probe.wire;
