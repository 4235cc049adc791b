package dev.reprise.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.reprise.testkit.Certificates;
import dev.reprise.testkit.ChainOnlyTrust;
import dev.reprise.testkit.TlsPeer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManager;
import org.conscrypt.Conscrypt;
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
    Path output = directory.resolve("output");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-Djdk.net.hosts.file=" + hosts,
                "-Dtestkit.keys=" + System.getProperty("testkit.keys", "EC"),
                "-cp",
                System.getProperty("java.class.path"),
                Calls.class.getName(),
                hosts.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    child.waitFor();
    List<String> lines = new ArrayList<>(List.of(Files.readString(output).split("\n")));
    assertThat(lines)
        .filteredOn(line -> line.contains(" takes ") || line.contains(" misses "))
        .isEmpty();
    // The end of a preconnected connection may be logged behind it.
    assertThat(lines).contains("all ways tried");
    assertThat(child.exitValue()).isZero();
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

  /** What the other JVM does. */
  static final class Calls {

    private static final String STOCK = "stock JDK";

    private final Certificates certificates = new Certificates();
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
        calls.stock();
        calls.reprise();
        calls.preconnections();
      }
      System.out.println("all ways tried");
      System.exit(0);
    }

    /** Has a socket of the provider's verify the host, as HttpsURLConnection does. */
    private static Socket verifying(Socket socket) {
      SSLParameters parameters = ((SSLSocket) socket).getSSLParameters();
      parameters.setEndpointIdentificationAlgorithm("HTTPS");
      ((SSLSocket) socket).setSSLParameters(parameters);
      return socket;
    }

    private void stock() throws Exception {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, certificates.trustManagers(), null);
      all(STOCK, context.getSocketFactory());
    }

    private void reprise() throws Exception {
      for (String provider : new String[] {"JDK", "Conscrypt"}) {
        for (TrustManager[] trust :
            List.of(
                certificates.trustManagers(),
                new TrustManager[] {new ChainOnlyTrust(certificates)})) {
          TlsSettings settings = settings(provider, trust).build();
          String what = provider + " " + trust[0].getClass().getSimpleName();
          all("factory " + what, new ResumingSslSocketFactory(settings));
          all(
              "stock sockets " + what,
              new ResumingSslSocketFactory(settings(provider, trust).stockSockets(true).build()));
          all("context " + what, new ResumingSslContext(settings).getSocketFactory());
        }
      }
    }

    private static TlsSettings.Builder settings(String provider, TrustManager[] trust) {
      TlsSettings.Builder settings = TlsSettings.builder().trustManagers(trust);
      return provider.equals("JDK") ? settings : settings.provider(Conscrypt.newProvider());
    }

    private void all(String what, SSLSocketFactory factory) throws Exception {
      for (Way way : Way.values()) {
        if (way == Way.UNCONNECTED
            && what.contains("Conscrypt")
            && !what.startsWith("factory Conscrypt")) {
          continue;
        }
        boolean stock = what.equals(STOCK);
        say(what + " " + way, calls(name, way, factory, stock), name);
        if (!calls("127.0.0.1", way, factory, stock)) {
          System.out.println(what + " " + way + " misses the address");
        }
      }
    }

    private static void say(String what, boolean accepted, String of) {
      System.out.println(what + (accepted ? " takes " : " refuses ") + of);
    }

    private boolean calls(String certified, Way way, SSLSocketFactory factory, boolean stock)
        throws Exception {
      try (TlsPeer peer = peer(certified)) {
        return isAccepted(
            () -> {
              Socket socket = way.connecting.open(factory, address, peer.port());
              return stock ? verifying(socket) : socket;
            });
      }
    }

    private TlsPeer peer(String certified) throws Exception {
      return new TlsPeer(
          certificates.keyManagers(certificates.serverOf(certified)),
          certificates.trustManagers(),
          false);
    }

    private interface Opening {
      Socket open() throws IOException;
    }

    private static boolean isAccepted(Opening opening) throws IOException {
      try (Socket socket = opening.open()) {
        Exchange.over(socket);
        return true;
      } catch (SSLException e) {
        return false;
      }
    }

    /** The host of a connection made ahead was verified for who has given the name. */
    private void preconnections() throws Exception {
      ResumingSslSocketFactory factory =
          new ResumingSslSocketFactory(
              settings("JDK", certificates.trustManagers()).maxPreconnectionsPerPeer(4).build());
      try (TlsPeer peer = peer("evil.example")) {
        for (int i = 0; i < 3 || factory.readyPreconnections() == 0; i++) {
          try (ResumingSslSocket socket = (ResumingSslSocket) factory.createSocket()) {
            socket.connect(
                new InetSocketAddress(
                    InetAddress.getByAddress("evil.example", address.getAddress()), peer.port()),
                0,
                "evil.example");
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
