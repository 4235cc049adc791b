/** An application of modules: HttpClient 4.5 over Reprise. */
module com.example.modular {
  requires dev.reprise.connector;
  requires org.apache.httpcomponents.httpclient;
  requires org.apache.httpcomponents.httpcore;
}
