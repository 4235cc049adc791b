package dev.reprise.trial;

import dev.reprise.testkit.SocksRequest;
import dev.reprise.trial.Dimensions.ProxyFault;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicInteger;

/** A SOCKS 5 proxy (RFC 1928) that connects every name to this machine. */
final class Socks extends Listener {

  private static final byte[] CONNECTED = {5, 0, 0, 1, 0, 0, 0, 0, 0, 0};

  private final AtomicInteger connections = new AtomicInteger();

  Socks(World world) throws IOException {
    super(world, "socks", null);
    start();
  }

  @Override
  void serve(Link link) throws IOException {
    SocksRequest request = SocksRequest.read(new DataInputStream(link.in), link.out);
    world.proxySaw("SOCKS " + request);
    ProxyFault fault =
        connections.incrementAndGet() == 1 ? world.scenario.get(ProxyFault.class) : ProxyFault.NONE;
    switch (fault) {
      case BAD_GATEWAY -> link.out.write(new byte[] {5, 5, 0, 1, 0, 0, 0, 0, 0, 0});
      case ENDS -> {}
      case RESETS -> link.reset();
      case SILENT -> link.awaitEnd();
      case ENDS_TUNNEL -> link.out.write(CONNECTED);
      case SILENT_TUNNEL -> {
        link.out.write(CONNECTED);
        link.awaitEnd();
      }
      default -> {
        Relay relay = new Relay(world, link, request.port());
        link.out.write(CONNECTED);
        relay.run();
      }
    }
  }
}
