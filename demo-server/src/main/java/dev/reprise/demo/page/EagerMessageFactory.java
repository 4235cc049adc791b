package dev.reprise.demo.page;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Iterator;
import org.springframework.ws.soap.saaj.SaajSoapMessage;
import org.springframework.ws.soap.saaj.SaajSoapMessageFactory;
import org.springframework.ws.transport.TransportInputStream;

/**
 * Reads a response before SAAJ does, which prints a stack trace for each that breaks off. SAAJ
 * would read it to its end too before it parses.
 */
final class EagerMessageFactory extends SaajSoapMessageFactory {
  @Override
  public SaajSoapMessage createWebServiceMessage(InputStream in) throws IOException {
    return in instanceof TransportInputStream response
        ? super.createWebServiceMessage(new ReadResponse(response))
        : super.createWebServiceMessage(in);
  }

  private static final class ReadResponse extends TransportInputStream {
    private final TransportInputStream response;
    private final byte[] body;

    ReadResponse(TransportInputStream response) throws IOException {
      this.response = response;
      this.body = response.readAllBytes();
    }

    @Override
    protected InputStream createInputStream() {
      return new ByteArrayInputStream(body);
    }

    @Override
    public Iterator<String> getHeaderNames() throws IOException {
      return response.getHeaderNames();
    }

    @Override
    public Iterator<String> getHeaders(String name) throws IOException {
      return response.getHeaders(name);
    }
  }
}
