package dev.reprise.subject;

import org.apache.http.util.VersionInfo;

/** The main class of a JVM of the matrix: HttpClient 4.5 of the class path. */
public final class MatrixMain {

  private MatrixMain() {}

  /** Takes the name of the provider to prefer. */
  public static void main(String[] args) {
    Conversation.hold(
        conversation -> {
          CryptoProvider.valueOf(args[0]).install();
          LoadReply ready = new LoadReply();
          ready.httpCore =
              VersionInfo.loadVersionInfo("org.apache.http", MatrixMain.class.getClassLoader())
                  .getRelease();
          Load.serve(conversation, ready, (request, given, url) -> HttpClient4.open(given, url));
        });
  }
}
