package dev.reprise.subject;

/** The main class of a JVM of the matrix: HttpClient 4.5 of the class path. */
public final class MatrixMain {

  private MatrixMain() {}

  /** Takes the name of the provider to prefer. */
  public static void main(String[] args) {
    Conversation.hold(
        conversation -> {
          CryptoProvider.valueOf(args[0]).install();
          Load.serve(conversation, new LoadReply(), Client4::open);
        });
  }
}
