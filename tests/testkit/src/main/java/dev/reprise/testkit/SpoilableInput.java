package dev.reprise.testkit;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/**
 * What a TLS socket reads from TCP, in which a forged record can be slipped in: TLS then sends the
 * fatal alert bad_record_mac.
 */
final class SpoilableInput extends FilterInputStream {

  private static final int PAYLOAD = 64;

  private byte[] forged = new byte[0];
  private int position;

  SpoilableInput(InputStream in) {
    super(in);
  }

  void spoil() {
    forged = new byte[5 + PAYLOAD];
    System.arraycopy(new byte[] {23, 3, 3, 0, PAYLOAD}, 0, forged, 0, 5);
    position = 0;
  }

  @Override
  public int read() throws IOException {
    return position < forged.length ? forged[position++] : in.read();
  }

  @Override
  public int read(byte[] bytes, int offset, int length) throws IOException {
    int count = Math.min(length, forged.length - position);
    if (count == 0) {
      return in.read(bytes, offset, length);
    }
    System.arraycopy(forged, position, bytes, offset, count);
    position += count;
    return count;
  }
}
