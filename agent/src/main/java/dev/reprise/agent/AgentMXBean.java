package dev.reprise.agent;

import java.util.List;

/**
 * Shows over JMX what the agent has resumed, as {@code dev.reprise:type=Agent}. It is registered
 * when the application first uses TLS through one of the defaults. Thread-safe.
 */
public interface AgentMXBean {

  /** Returns the number of full handshakes. */
  long getFullHandshakes();

  /** Returns the number of resumed handshakes. */
  long getResumedHandshakes();

  /** Returns the number of failed handshakes. */
  long getFailedHandshakes();

  /** Returns a line with these counts for each host and port. */
  List<String> getPeers();
}
