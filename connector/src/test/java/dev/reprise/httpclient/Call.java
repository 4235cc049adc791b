package dev.reprise.httpclient;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A request in terms of both libraries. */
public final class Call {

  /** Writes a body. */
  public interface Body {
    void writeTo(OutputStream out) throws IOException;
  }

  public final String method;
  public final String url;
  public Body body;

  /** The length of the body, or less than zero for a chunked one. */
  public long length = -1;

  public boolean expectContinue;

  /** Instead of that of the client, unless zero. */
  public int responseMillis;

  private Runnable abort = () -> aborted = true;
  private boolean aborted;

  private Call(String method, String url) {
    this.method = method;
    this.url = url;
  }

  public static Call get(String url) {
    return new Call("GET", url);
  }

  public static Call of(String method, String url) {
    return new Call(method, url);
  }

  public static Call post(String url, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return post(url, bytes.length, out -> out.write(bytes));
  }

  public static Call post(String url, long length, Body body) {
    Call call = new Call("POST", url);
    call.body = body;
    call.length = length;
    return call;
  }

  /** From any thread; also before the call. */
  public synchronized void abort() {
    abort.run();
  }

  /** What aborts it from now on. */
  public synchronized void begin(Runnable abortion) {
    abort = abortion;
    if (aborted) {
      abort();
    }
  }
}
