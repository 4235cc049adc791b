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
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A connection to an address whose {@code getHostName()} has asked DNS: whoever owns the address
 * decides which name that gives, and has a certificate for it.
 */
class HostOfAddressTest {

  @TempDir Path directory;

  /** In a JVM of its own, with a name service of its own. JSSE takes no underscore for a name. */
  @ParameterizedTest
  @ValueSource(strings = {"evil.example", "evil_host.example", "evil"})
  void aNameFromAReverseLookUpIsNeverVerified(String name) throws Exception {
    Path hosts = directory.resolve("hosts");
    Files.writeString(hosts, "127.0.0.1 " + name + "\n127.0.0.1 localhost\n");
    Path output = directory.resolve("output");
    Process child =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Djdk.net.hosts.file=" + hosts,
                "-Dtestkit.keys=" + System.getProperty("testkit.keys", "EC"),
                "-cp",
                System.getProperty("java.class.path"),
                Calls.class.getName(),
                name)
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
  enum Way {
    CONNECTED {
      @Override
      Socket open(SSLSocketFactory factory, InetAddress address, int port) throws IOException {
        return factory.createSocket(address, port);
      }
    },
    BOUND {
      @Override
      Socket open(SSLSocketFactory factory, InetAddress address, int port) throws IOException {
        return factory.createSocket(address, port, null, 0);
      }
    },
    UNCONNECTED {
      @Override
      Socket open(SSLSocketFactory factory, InetAddress address, int port) throws IOException {
        Socket socket = factory.createSocket();
        socket.connect(new InetSocketAddress(address, port));
        return socket;
      }
    },
    LAYERED {
      @Override
      Socket open(SSLSocketFactory factory, InetAddress address, int port) throws IOException {
        return factory.createSocket(new Socket(address, port), null, port, true);
      }
    },
    LAYERED_WITHOUT_NAME {
      @Override
      Socket open(SSLSocketFactory factory, InetAddress address, int port) throws IOException {
        return factory.createSocket(new Socket(address, port), "", port, true);
      }
    };

    abstract Socket open(SSLSocketFactory factory, InetAddress address, int port)
        throws IOException;
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
      Calls calls = new Calls(arguments[0]);
      calls.stock();
      calls.reprise();
      calls.preconnections();
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
        if (way == Way.UNCONNECTED && what.startsWith("context Conscrypt")) {
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
              Socket socket = way.open(factory, address, peer.port());
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
              isAccepted(() -> way.open(factory, address, peer.port())),
              "evil.example");
        }
      }
    }
  }
}
