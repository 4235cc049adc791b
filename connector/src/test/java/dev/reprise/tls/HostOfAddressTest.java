package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A connection to an address whose {@code getHostName()} has asked DNS: whoever owns the address
 * decides which name that gives, and has a certificate for it.
 */
class HostOfAddressTest {

  @TempDir Path directory;

  /** In a JVM of its own, with a name service of its own. */
  @Test
  void aNameFromAReverseLookUpIsNeverVerified() throws Exception {
    Path hosts = directory.resolve("hosts");
    List<String> options =
        List.of(
            "-Djdk.net.hosts.file=" + hosts,
            "-Dtestkit.keys=" + System.getProperty("testkit.keys", "EC"));
    String output = Exchange.inJvm(Calls.class, options, hosts.toString());
    assertThat(output.lines())
        .contains("all ways tried")
        .noneMatch(line -> line.contains(" takes ") || line.contains(" misses "));
  }

  /** The ways to a connection that know of no host but by the address. */
  @SuppressWarnings("ImmutableEnumChecker")
  enum Way {
    CONNECTED((factory, address, port) -> factory.createSocket(address, port)),
    BOUND((factory, address, port) -> factory.createSocket(address, port, null, 0)),
    UNCONNECTED(
        (factory, address, port) -> {
          Socket socket = factory.createSocket();
          socket.connect(new InetSocketAddress(address, port));
          return socket;
        }),
    LAYERED(
        (factory, address, port) ->
            factory.createSocket(new Socket(address, port), null, port, true)),
    LAYERED_WITHOUT_NAME(
        (factory, address, port) ->
            factory.createSocket(new Socket(address, port), "", port, true));

    final Connecting connecting;

    Way(Connecting connecting) {
      this.connecting = connecting;
    }
  }

  private interface Connecting {
    Socket open(SSLSocketFactory factory, InetAddress address, int port) throws IOException;
  }

  static final class Calls extends TlsTest {

    private final String name;
    private final InetAddress address;

    private Calls(String name) throws IOException {
      this.name = name;
      this.address = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
      if (!address.getHostName().equals(name)) {
        throw new IOException("the name of " + address + " is not " + name);
      }
    }

    public static void main(String[] arguments) throws Exception {
      // JSSE takes no underscore for a name.
      for (String name : new String[] {"evil.example", "evil_host.example", "evil"}) {
        Files.writeString(Path.of(arguments[0]), "127.0.0.1 " + name + "\n127.0.0.1 localhost\n");
        Calls calls = new Calls(name);
        calls.reprise();
        calls.preconnections();
      }
      System.out.println("all ways tried");
      System.exit(0);
    }

    private void reprise() throws Exception {
      for (String provider : new String[] {"JDK", "Conscrypt"}) {
        for (TrustManager[] trust :
            List.of(
                certificates.trustManagers(),
                new TrustManager[] {new ChainOnlyTrust(certificates)})) {
          TlsSettings settings = trusting(provider).trustManagers(trust).build();
          String what = provider + " " + trust[0].getClass().getSimpleName();
          all("factory " + what, new ResumingSslSocketFactory(settings));
          all(
              "stock sockets " + what,
              new ResumingSslSocketFactory(settings.toBuilder().stockSockets(true).build()));
          all("context " + what, new ResumingSslContext(settings).getSocketFactory());
        }
      }
    }

    private void all(String what, SSLSocketFactory factory) throws Exception {
      for (Way way : Way.values()) {
        if (way == Way.UNCONNECTED
            && what.contains("Conscrypt")
            && !what.startsWith("factory Conscrypt")) {
          continue;
        }
        say(what + " " + way, calls(name, way, factory), name);
        if (!calls("127.0.0.1", way, factory)) {
          System.out.println(what + " " + way + " misses the address");
        }
      }
    }

    private static void say(String what, boolean accepted, String of) {
      System.out.println(what + (accepted ? " takes " : " refuses ") + of);
    }

    private boolean calls(String certified, Way way, SSLSocketFactory factory) throws Exception {
      try (TlsPeer peer = peerOf(certified)) {
        return isAccepted(() -> way.connecting.open(factory, address, peer.port()));
      }
    }

    private static boolean isAccepted(Callable<Socket> opening) throws Exception {
      try (Socket socket = opening.call()) {
        Exchange.over(socket);
        return true;
      } catch (SSLException e) {
        return false;
      }
    }

    /** The host of a connection made ahead was verified for who has given the name. */
    private void preconnections() throws Exception {
      ResumingSslSocketFactory factory =
          new ResumingSslSocketFactory(trusting().maxPreconnectionsPerPeer(4).build());
      try (TlsPeer peer = peerOf("evil.example")) {
        for (int i = 0; i < 3 || factory.readyPreconnections() == 0; i++) {
          try (ResumingSslSocket socket = (ResumingSslSocket) factory.createSocket()) {
            socket.connect(
                new InetSocketAddress(
                    InetAddress.getByAddress("evil.example", address.getAddress()), peer.port()));
            Exchange.over(socket);
          }
        }
        for (Way way : new Way[] {Way.CONNECTED, Way.UNCONNECTED}) {
          say(
              "preconnected connection " + way,
              isAccepted(() -> way.connecting.open(factory, address, peer.port())),
              "evil.example");
        }
      }
    }
  }
}
