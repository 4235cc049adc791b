package dev.reprise.tls.internal.provider;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketImpl;
import java.net.UnknownHostException;
import java.util.List;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SNIServerName;
import javax.net.ssl.SSLSocket;

/**
 * Finds out which host is called if the caller gave only an address. An InetAddress does not tell
 * whether it was made from its name or {@code getHostName()} got the name from DNS. The address's
 * owner controls the latter, so a certificate must never be verified against it.
 */
public final class CalledHost {

  /** The last result. While the JVM keeps an address in its cache, calls get the same object. */
  private static volatile Addressed last;

  private CalledHost() {}

  /** Returns the name given beside the endpoint or in it; null if there is only an address. */
  public static String given(String host, InetSocketAddress endpoint) {
    if (host != null && !host.isEmpty()) {
      return host;
    }
    return endpoint.isUnresolved() ? endpoint.getHostString() : null;
  }

  /** Returns the name that this address was looked up by, if that is known, else the address. */
  public static String of(InetAddress address) {
    String shown = shown(address);
    String literal = address.getHostAddress();
    return shown.equals(literal) || wasLookedUp(address, shown) ? shown : literal;
  }

  /** Returns the same. JSSE itself gives a name that SNI can carry, which has a dot. */
  @SuppressWarnings("ReferenceEquality")
  public static String of(InetAddress address, ConfiguredProvider provider) {
    if (!provider.traits.findsHostByAddress() || shown(address).equals(address.getHostAddress())) {
      return of(address);
    }
    Addressed known = last;
    if (known == null || known.address != address) {
      try (Addressed addressed = new Addressed(address)) {
        SSLSocket asked =
            (SSLSocket) provider.probe.getSocketFactory().createSocket(addressed, null, 0, false);
        List<SNIServerName> names = asked.getSSLParameters().getServerNames();
        if (names != null && names.size() == 1 && names.get(0) instanceof SNIHostName) {
          addressed.name = ((SNIHostName) names.get(0)).getAsciiName();
        }
        known = addressed;
        last = addressed;
      } catch (IOException e) {
        // Unexpected, since no I/O is done. The other way remains.
        return of(address);
      }
    }
    return known.name != null ? known.name : of(address);
  }

  /** A socket that only pretends to be connected to an address. */
  private static final class Addressed extends Socket {

    private final InetAddress address;

    /** The name that the address was made from; null if there is none that SNI can carry. */
    private String name;

    Addressed(InetAddress address) throws SocketException {
      super((SocketImpl) null);
      this.address = address;
    }

    @Override
    public boolean isConnected() {
      return true;
    }

    @Override
    public InetAddress getInetAddress() {
      return address;
    }

    /** Overridden, because Socket would open a file descriptor to find the port. */
    @Override
    public int getPort() {
      return 0;
    }

    @Override
    public InputStream getInputStream() {
      return InputStream.nullInputStream();
    }

    @Override
    public OutputStream getOutputStream() {
      return OutputStream.nullOutputStream();
    }
  }

  /** Returns a name that tells peers apart but must not be verified. Never asks DNS. */
  public static String shown(InetAddress address) {
    return new InetSocketAddress(address, 0).getHostString();
  }

  /**
   * Returns whether the JVM's cache of names has this very object under the name. If so, the name
   * was looked up and is not from a reverse look-up. Asks DNS if the cache has nothing.
   */
  @SuppressWarnings("ReferenceEquality")
  private static boolean wasLookedUp(InetAddress address, String name) {
    try {
      for (InetAddress known : InetAddress.getAllByName(name)) {
        if (known == address) {
          return true;
        }
      }
    } catch (UnknownHostException e) {
      // Nobody has looked it up lately.
    }
    return false;
  }
}
