package dev.reprise.agent;

import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.TlsStatistics;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.ObjectName;

/** The MBean. A class of its own, since a runtime may be without the module java.management. */
final class Counts implements AgentMXBean {

  static final String NAME = "dev.reprise:type=Agent";

  private final TlsStatistics statistics;
  private final ResumingSslContext context;

  private Counts(TlsStatistics statistics, ResumingSslContext context) {
    this.statistics = statistics;
    this.context = context;
  }

  static void register(TlsStatistics statistics, ResumingSslContext context) throws JMException {
    ManagementFactory.getPlatformMBeanServer()
        .registerMBean(new Counts(statistics, context), new ObjectName(NAME));
  }

  /** What engines have resumed is counted when their context is asked. */
  private TlsStatistics counted() {
    context.laneCounts();
    return statistics;
  }

  @Override
  public long getFullHandshakes() {
    return counted().total().full();
  }

  @Override
  public long getResumedHandshakes() {
    return counted().total().resumed();
  }

  @Override
  public long getFailedHandshakes() {
    return counted().total().failed();
  }

  @Override
  public List<String> getPeers() {
    return counted().peers().entrySet().stream()
        .map(peer -> peer.getKey() + " " + text(peer.getValue()))
        .collect(Collectors.toList());
  }

  private static String text(PeerStatistics of) {
    return "full=" + of.full() + " resumed=" + of.resumed() + " failed=" + of.failed();
  }
}
