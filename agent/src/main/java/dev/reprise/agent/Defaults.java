package dev.reprise.agent;

import dev.reprise.tls.ResumingSslContext;
import dev.reprise.tls.ResumingSslSocketFactory;
import dev.reprise.tls.TlsSettings;
import dev.reprise.tls.TlsStatistics;
import java.net.SocketException;
import java.security.AccessController;
import java.security.GeneralSecurityException;
import java.security.NoSuchAlgorithmException;
import java.security.PrivilegedAction;
import java.security.Security;
import java.util.List;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocketFactory;

/**
 * Replaces the JDK's defaults. It is made when the application first uses one, and no sooner: until
 * then the application may set {@code javax.net.ssl.*}. Each lane has a default SSLContext of the
 * JDK, so the JDK itself finds trust and keys. Thread-safe.
 */
final class Defaults {

  /** The JDK's own TLS. Others may share sessions among their default contexts. */
  static final String PROVIDER = "SunJSSE";

  private static final String DEFAULT = "Default";

  /** JDK 24 and later have no security manager (JEP 486). */
  private static final boolean HAS_SECURITY_MANAGER = Runtime.version().feature() < 24;

  private final AgentSettings settings;

  /** No monitor, since stores are read: that would pin virtual threads. */
  private final Lock lock = new ReentrantLock();

  private volatile Made made;
  private volatile SSLSocketFactory socketsOfHttps;

  Defaults(AgentSettings settings) {
    this.settings = settings;
  }

  private static final class Made {
    final SSLContext context;
    final SSLSocketFactory sockets;
    final GeneralSecurityException failure;

    Made(SSLContext context, SSLSocketFactory sockets, GeneralSecurityException failure) {
      this.context = context;
      this.sockets = sockets;
      this.failure = failure;
    }
  }

  /**
   * Returns the context.
   *
   * @throws IllegalStateException if the JDK can make no default context
   */
  SSLContext context() {
    Made now = made();
    if (now.failure != null) {
      throw new IllegalStateException(now.failure.toString(), now.failure);
    }
    return now.context;
  }

  /** Returns the context's factory, which fails as the JDK's own does. */
  SSLSocketFactory sockets() throws SocketException {
    return working().context.getSocketFactory();
  }

  /**
   * Returns the factory of HttpsURLConnection. Without Reprise that is the default context's, which
   * the application may have set.
   */
  SSLSocketFactory socketsOfHttps(SSLContext own) throws SocketException {
    SSLSocketFactory known = socketsOfHttps;
    if (known == null) {
      boolean replaced = privileged(() -> isReplaced(own));
      known = replaced ? (SSLSocketFactory) SSLSocketFactory.getDefault() : working().sockets;
      socketsOfHttps = known;
    }
    return known;
  }

  private static boolean isReplaced(SSLContext own) {
    try {
      boolean replaced =
          SSLContext.getDefault() != own
              || Security.getProperty("ssl.SocketFactory.provider") != null;
      if (replaced) {
        Agent.say("HttpsURLConnection is left alone: the application has set its own default");
      }
      return replaced;
    } catch (NoSuchAlgorithmException e) {
      return true;
    }
  }

  private Made working() throws SocketException {
    Made now = made();
    if (now.failure != null) {
      throw (SocketException) new SocketException(now.failure.toString()).initCause(now.failure);
    }
    return now;
  }

  private Made made() {
    Made known = made;
    if (known != null) {
      return known;
    }
    lock.lock();
    try {
      if (made == null) {
        made = privileged(this::make);
      }
      return made;
    } finally {
      lock.unlock();
    }
  }

  /** A security manager may keep the calling code from reading stores and properties. */
  private static <T> T privileged(PrivilegedAction<T> action) {
    return HAS_SECURITY_MANAGER ? AccessController.doPrivileged(action) : action.run();
  }

  private Made make() {
    SSLContext stock;
    try {
      stock = SSLContext.getInstance(DEFAULT);
    } catch (NoSuchAlgorithmException e) {
      Throwable cause = e.getCause() == null ? e : e.getCause();
      Agent.say("the JDK cannot make a default SSLContext" + stores() + ": " + cause);
      return new Made(null, null, e);
    }
    String provider = stock.getProvider().getName();
    if (provider.equals(PROVIDER)) {
      try {
        return resuming(stock.getDefaultSSLParameters());
      } catch (RuntimeException | LinkageError e) {
        Agent.say("the application runs without Reprise: " + e);
      }
    } else {
      Agent.say("the application runs without Reprise: its TLS is not the JDK's but " + provider);
    }
    return new Made(stock, stock.getSocketFactory(), null);
  }

  private Made resuming(SSLParameters offered) {
    TlsStatistics statistics = new TlsStatistics(false);
    settings.tls.addListener(statistics).sslContext(Defaults::stock);
    ResumingSslContext context = new ResumingSslContext(build(settings.tls, offered));
    // A preconnected connection verifies the name before it is known what its user wants.
    settings
        .tls
        .maxPreconnectionsPerPeer(settings.preconnections)
        .hostnameVerification(settings.preconnections > 0);
    SSLSocketFactory sockets = new ResumingSslSocketFactory(build(settings.tls, offered));
    try {
      Counts.register(statistics, context);
    } catch (Exception | LinkageError e) {
      Agent.say("no MBean " + Counts.NAME + ": " + e);
    }
    return new Made(context, sockets, null);
  }

  /** Offers what the JDK offers, including weak versions and cipher suites that it enables. */
  private static TlsSettings build(TlsSettings.Builder tls, SSLParameters offered) {
    TlsSettings built = tls.build();
    if (!built.protocols().equals(List.of(offered.getProtocols()))) {
      tls.protocols(offered.getProtocols());
    }
    if (!built.cipherSuites().equals(List.of(offered.getCipherSuites()))) {
      tls.cipherSuites(offered.getCipherSuites());
    }
    return tls.build();
  }

  private static SSLContext stock() {
    try {
      return SSLContext.getInstance(DEFAULT, PROVIDER);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The stores that are set, if any. */
  private static String stores() {
    return Stream.of("javax.net.ssl.keyStore", "javax.net.ssl.trustStore")
        .filter(name -> System.getProperty(name) != null)
        .map(name -> " " + name + "=" + System.getProperty(name))
        .collect(Collectors.joining());
  }
}
