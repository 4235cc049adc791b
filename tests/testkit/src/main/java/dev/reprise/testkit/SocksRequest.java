package dev.reprise.testkit;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;

/** What a client of a SOCKS 5 proxy (RFC 1928) asks for. */
public final class SocksRequest {

  private static final int NAME = 3;

  private final String host;
  private final int port;

  private SocksRequest(String host, int port) {
    this.host = host;
    this.port = port;
  }

  /** Reads it, and grants that the client need not tell who it is. */
  public static SocksRequest read(DataInputStream in, OutputStream out) throws IOException {
    in.readByte();
    in.readNBytes(in.readUnsignedByte());
    out.write(new byte[] {5, 0});
    in.readNBytes(3);
    String host =
        in.readUnsignedByte() == NAME
            ? new String(in.readNBytes(in.readUnsignedByte()), StandardCharsets.US_ASCII)
            : InetAddress.getByAddress(in.readNBytes(4)).getHostAddress();
    return new SocksRequest(host, in.readUnsignedShort());
  }

  /** The port of the server that the client wants to be connected to. */
  public int port() {
    return port;
  }

  /** That server, as {@code host:port}; the host by name or by address, as the client has it. */
  @Override
  public String toString() {
    return host + ":" + port;
  }
}
