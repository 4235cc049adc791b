/**
 * HTTPS for clients of servers that end every connection: {@link dev.reprise.tls} needs only the
 * JDK. {@link dev.reprise.httpclient4} and {@link dev.reprise.httpclient5} need the client that
 * they are named after, which the application brings.
 *
 * <p>The clients are no transitive requirement: with {@code static transitive} the compiler wants
 * both of them in whatever requires this module.
 *
 * <p>Events of the flight recorder are written where the runtime has {@code jdk.jfr}. Conscrypt,
 * where it is there, reads by reflection which groups it is to offer.
 */
@SuppressWarnings("module")
module dev.reprise.connector {
  requires java.naming;
  requires static jdk.jfr;
  requires static org.apache.httpcomponents.httpclient;
  requires static org.apache.httpcomponents.httpcore;
  requires static org.apache.httpcomponents.client5.httpclient5;
  requires static org.apache.httpcomponents.core5.httpcore5;

  exports dev.reprise.http;
  exports dev.reprise.tls;
  exports dev.reprise.httpclient4;
  exports dev.reprise.httpclient5;
  exports dev.reprise.tls.internal to
      org.conscrypt;
}
