package dev.reprise.agent;

import dev.reprise.tls.PeerStatistics;
import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.TlsStatistics;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanInfo;
import javax.management.ObjectName;
import javax.management.StandardMBean;

/** The MBean. A class of its own, since a runtime may be without the module java.management. */
final class Counts extends StandardMBean implements AgentMXBean {

  static final String NAME = "dev.reprise:type=Agent";

  private static final Map<String, String> ABOUT =
      Map.of(
          "FullHandshakes", "Number of full handshakes",
          "ResumedHandshakes", "Number of resumed handshakes",
          "FailedHandshakes", "Number of failed handshakes",
          "Peers", "A line with these counts for each host and port");

  private final TlsStatistics statistics;
  private final ResumingSslContext context;

  private Counts(TlsStatistics statistics, ResumingSslContext context) {
    super(AgentMXBean.class, true);
    this.statistics = statistics;
    this.context = context;
  }

  static void register(TlsStatistics statistics, ResumingSslContext context) throws JMException {
    ManagementFactory.getPlatformMBeanServer()
        .registerMBean(new Counts(statistics, context), new ObjectName(NAME));
  }

  @Override
  protected String getDescription(MBeanAttributeInfo attribute) {
    return ABOUT.get(attribute.getName());
  }

  @Override
  protected String getDescription(MBeanInfo bean) {
    return "What Reprise's agent has resumed since the first call";
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
