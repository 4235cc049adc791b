package dev.reprise.testkit;

import java.io.IOException;
import java.net.Socket;
import java.util.function.BooleanSupplier;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManager;

/** A TLS server for which the test decides, step by step, what it does with each connection. */
public final class ScriptedPeer extends LoopbackServer {

  /** What is done with one connection, which is closed after it. */
  public interface Script {
    void run(SSLSocket tls) throws Exception;
  }

  private final SSLContext context;
  private final Script script;
  private final String[] protocols;

  public ScriptedPeer(
      KeyManager[] keys, TrustManager[] clientTrust, Script script, String... protocols)
      throws Exception {
    context = Certificates.context(null, keys, clientTrust);
    this.script = script;
    this.protocols = protocols;
    acceptor.start(this::serve);
  }

  public static ScriptedPeer start(Certificates certificates, Script script, String... protocols)
      throws Exception {
    return new ScriptedPeer(
        certificates.keyManagers(certificates.server()),
        certificates.trustManagers(),
        script,
        protocols);
  }

  public int connections() {
    return acceptor.connections();
  }

  /** Reads one request, head and body; false at the end of the stream. */
  public static boolean readRequest(SSLSocket tls) throws IOException {
    return TlsPeer.readRequest(tls.getInputStream());
  }

  /** A whole good response that announces the close. */
  public static byte[] response() {
    return TlsPeer.response(false);
  }

  /** Answers the requests of a connection by {@link #response}, until one is not to be answered. */
  public static void answer(SSLSocket tls, BooleanSupplier isToBe) throws IOException {
    while (readRequest(tls) && isToBe.getAsBoolean()) {
      tls.getOutputStream().write(response());
    }
  }

  private void serve(Socket raw) {
    try {
      SSLSocket tls = (SSLSocket) context.getSocketFactory().createSocket(raw, null, port(), true);
      tls.setUseClientMode(false);
      if (protocols.length > 0) {
        tls.setEnabledProtocols(protocols);
      }
      script.run(tls);
    } catch (Exception e) {
      // The test looks at what the client met.
    }
  }
}
