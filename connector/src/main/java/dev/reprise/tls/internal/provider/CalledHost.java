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
 * Finds out which host a caller has called without giving a name beside the address. An InetAddress
 * does not tell whether its name is the one that it was made from, or one that {@code
 * getHostName()} got from DNS. The owner of the address decides about the latter, so it must never
 * be verified.
 */
public final class CalledHost {

  /**
   * What was found out last: for as long as the JVM keeps an address, calls get the same object.
   */
  private static volatile Addressed last;

  private CalledHost() {}

  /** The name that was given beside the endpoint, or in it; null if there is only an address. */
  public static String given(String host, InetSocketAddress endpoint) {
    if (host != null && !host.isEmpty()) {
      return host;
    }
    return endpoint.isUnresolved() ? endpoint.getHostString() : null;
  }

  /** The name that is known to have been looked up for this address, or the address itself. */
  public static String of(InetAddress address) {
    String shown = shown(address);
    String literal = address.getHostAddress();
    return shown.equals(literal) || wasLookedUp(address, shown) ? shown : literal;
  }

  /** The same; a name with a dot, which can be one of SNI, the JDK's provider tells. */
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
        // It does no I/O; the other way remains.
        return of(address);
      }
    }
    return known.name != null ? known.name : of(address);
  }

  /** A socket that is connected to an address, as far as it says. */
  private static final class Addressed extends Socket {

    private final InetAddress address;

    /** The name that the address was made from; null for none, or none of SNI. */
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

    /** By itself it would open a descriptor to find out. */
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

  /** What tells peers apart where nothing is verified by it; without asking DNS. */
  public static String shown(InetAddress address) {
    return new InetSocketAddress(address, 0).getHostString();
  }

  /**
   * Whether the JVM's cache of names has this very object under the name. A reverse look-up sets a
   * name on an object that came from elsewhere. Asks DNS if the cache has nothing.
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
      // Nobody has looked it up of late.
    }
    return false;
  }
}
