package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.TlsPeer;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLContextSpi;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLServerSocketFactory;
import javax.net.ssl.SSLSessionContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Test;

/** Sockets of a {@link ResumingSslContext} that are made before their peer is known. */
class UnknownPeersTest extends TlsTest {

  private final AtomicLong looks = new AtomicLong();

  /** The looks at a session that a socket costs, each of which is of one among all peers'. */
  private double looksPerSocket(int peers) throws Exception {
    ResumingSslContext context =
        new ResumingSslContext(
            TlsSettings.builder().sslContext(this::counting).hostnameVerification(false).build());
    try (TlsPeer server = TlsPeer.start(certificates, "TLSv1.3")) {
      for (int i = 0; i < peers; i++) {
        call(context, server, i);
      }
      long before = looks.get();
      int sockets = 2 * peers + 100;
      for (int i = 0; i < sockets; i++) {
        context.getSocketFactory().createSocket().close();
      }
      for (int i = 0; i < peers; i++) {
        call(context, server, i);
      }
      assertThat(server.fullHandshakes()).isEqualTo(peers);
      return (double) (looks.get() - before) / (sockets + peers);
    }
  }

  private static void call(SSLContext context, TlsPeer server, int number) throws Exception {
    try (Socket socket = context.getSocketFactory().createSocket()) {
      InetAddress address =
          InetAddress.getByAddress("peer" + number + ".example", new byte[] {127, 0, 0, 1});
      socket.connect(new InetSocketAddress(address, server.port()));
      assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
    }
  }

  @Test
  void aSocketAmongManyPeersCostsNoMoreThanAmongFew() throws Exception {
    double few = looksPerSocket(5);
    double many = looksPerSocket(50);
    assertThat(few).isPositive();
    assertThat(many).isLessThan(4 * few);
  }

  /** Lanes are added while calls at a time share them, and no more then. */
  @Test
  void manyAtATimeAreResumedToo() throws Exception {
    ResumingSslContext context = new ResumingSslContext(trusting().build());
    try (TlsPeer server = TlsPeer.start(certificates, "TLSv1.3")) {
      int atATime = 100;
      for (int i = 0; i < 5; i++) {
        callAtATime(context, server, atATime);
      }
      int before = server.fullHandshakes();
      for (int i = 0; i < 2; i++) {
        callAtATime(context, server, atATime);
      }
      // With as few as 64 lanes it is 72.
      assertThat(server.fullHandshakes() - before).isLessThan(20);
      assertThat(context.statistics().lanes().live()).isLessThanOrEqualTo(2 * atATime);
    }
  }

  private static void callAtATime(SSLContext context, TlsPeer server, int calls) throws Exception {
    List<SSLSocket> open = new ArrayList<>();
    try {
      for (int i = 0; i < calls; i++) {
        SSLSocket socket = (SSLSocket) context.getSocketFactory().createSocket();
        open.add(socket);
        socket.connect(new InetSocketAddress("localhost", server.port()));
        socket.startHandshake();
      }
      Collections.shuffle(open, new Random(calls));
      for (SSLSocket socket : open) {
        assertThat(Exchange.over(socket)).isEqualTo(TlsPeer.BODY);
      }
    } finally {
      for (SSLSocket socket : open) {
        socket.close();
      }
    }
  }

  private SSLContext counting() {
    try {
      SSLContext context = stock();
      return new Counting(new CountingSpi(context), context);
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static final class Counting extends SSLContext {
    Counting(SSLContextSpi spi, SSLContext context) {
      super(spi, context.getProvider(), context.getProtocol());
    }
  }

  /** The JDK's context, whose sessions are counted when they are looked at. */
  private final class CountingSpi extends SSLContextSpi {

    private final SSLContext context;

    CountingSpi(SSLContext context) {
      this.context = context;
    }

    @Override
    protected void engineInit(KeyManager[] keys, TrustManager[] trust, SecureRandom random) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected SSLSocketFactory engineGetSocketFactory() {
      return context.getSocketFactory();
    }

    @Override
    protected SSLServerSocketFactory engineGetServerSocketFactory() {
      return context.getServerSocketFactory();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine() {
      return context.createSSLEngine();
    }

    @Override
    protected SSLEngine engineCreateSSLEngine(String host, int port) {
      return context.createSSLEngine(host, port);
    }

    @Override
    protected SSLSessionContext engineGetServerSessionContext() {
      return context.getServerSessionContext();
    }

    @Override
    protected SSLSessionContext engineGetClientSessionContext() {
      return counting(context.getClientSessionContext());
    }
  }

  private SSLSessionContext counting(SSLSessionContext sessions) {
    return (SSLSessionContext)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {SSLSessionContext.class},
            (proxy, method, arguments) -> {
              Object result = method.invoke(sessions, arguments);
              if (method.getName().equals("getSession")) {
                looks.incrementAndGet();
              } else if (method.getName().equals("getIds")) {
                List<?> ids = Collections.list((Enumeration<?>) result);
                looks.addAndGet(ids.size());
                return Collections.enumeration(ids);
              }
              return result;
            });
  }
}
