package dev.reprise.trial;

import dev.reprise.testkit.SocksRequest;
import dev.reprise.trial.Dimensions.ProxyFault;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicInteger;

/** A SOCKS 5 proxy (RFC 1928) that connects every name to this machine. */
final class Socks extends Listener {

  private final AtomicInteger connections = new AtomicInteger();

  Socks(World world) throws IOException {
    super(world, "socks");
    start();
  }

  @Override
  void serve(Link link) throws IOException {
    Socket raw = link.raw;
    DataInputStream in = new DataInputStream(raw.getInputStream());
    OutputStream out = raw.getOutputStream();
    SocksRequest request = SocksRequest.read(in, out);
    world.proxySaw("SOCKS " + request);
    ProxyFault fault =
        connections.incrementAndGet() == 1 ? world.scenario.get(ProxyFault.class) : ProxyFault.NONE;
    switch (fault) {
      case BAD_GATEWAY -> {
        out.write(new byte[] {5, 5, 0, 1, 0, 0, 0, 0, 0, 0});
        return;
      }
      case ENDS -> {
        return;
      }
      case RESETS -> {
        World.reset(raw);
        return;
      }
      case SILENT -> {
        World.awaitEnd(raw);
        return;
      }
      default -> {}
    }
    Relay relay = fault == ProxyFault.NONE ? new Relay(world, raw, raw, request.port()) : null;
    out.write(new byte[] {5, 0, 0, 1, 0, 0, 0, 0, 0, 0});
    if (fault == ProxyFault.ENDS_TUNNEL) {
      return;
    }
    if (fault == ProxyFault.SILENT_TUNNEL) {
      World.awaitEnd(raw);
      return;
    }
    relay.run(in, out);
  }
}
