package dev.reprise;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.HeldCertificate;
import dev.reprise.testkit.NothingLeftOver;
import dev.reprise.testkit.ScriptedPeer;
import dev.reprise.testkit.TlsPeer;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.RegisterExtension;

/** An authority, servers with its certificates, and all that a test opens, which ends with it. */
public abstract class Servers {

  /** One for all: making keys takes long. */
  private static final Certificates SHARED = new Certificates();

  @RegisterExtension protected final NothingLeftOver nothingLeftOver = new NothingLeftOver();

  protected final Certificates certificates = SHARED;
  protected final ExecutorService threads = Executors.newCachedThreadPool();

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  @AfterEach
  protected void endServersAndThreads() throws Exception {
    while (!opened.isEmpty()) {
      opened.pop().close();
    }
    threads.shutdownNow();
  }

  /** Closes it when the test is over, whatever was opened last first. */
  protected <T extends AutoCloseable> T closing(T resource) {
    opened.push(resource);
    return resource;
  }

  protected TlsPeer peer(String... protocols) throws Exception {
    return closing(TlsPeer.start(certificates, protocols));
  }

  protected TlsPeer strictPeer(String... protocols) throws Exception {
    return closing(TlsPeer.startStrict(certificates, protocols));
  }

  protected TlsPeer peerOf(String host, String... protocols) throws Exception {
    return peerOf(certificates, certificates.serverOf(host), protocols);
  }

  protected TlsPeer peerOf(Certificates authority, HeldCertificate certificate, String... protocols)
      throws Exception {
    return closing(
        new TlsPeer(
            authority.keyManagers(certificate), authority.trustManagers(), false, protocols));
  }

  protected ScriptedPeer scripted(ScriptedPeer.Script script, String... protocols)
      throws Exception {
    return closing(ScriptedPeer.start(certificates, script, protocols));
  }

  /** An implementation of an interface that hands all its calls on. */
  protected static <T> T implemented(Class<T> type, InvocationHandler calls) {
    ClassLoader loader = Servers.class.getClassLoader();
    return type.cast(Proxy.newProxyInstance(loader, new Class<?>[] {type}, calls));
  }

  protected SSLContext stock() {
    return Certificates.context(null, null, certificates.trustManagers());
  }
}
