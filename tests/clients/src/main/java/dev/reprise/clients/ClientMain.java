package dev.reprise.clients;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.reprise.subject.clients.ClientReply;
import dev.reprise.subject.clients.ClientRequest;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** The main class of a client's JVM, which lives until its standard input ends. */
public final class ClientMain {

  private ClientMain() {}

  /**
   * Takes no arguments; reads a {@link ClientRequest} a line, and prints a {@link ClientReply} a
   * line: two for each that calls. Between them it waits for a line.
   */
  public static void main(String[] args) throws IOException, InterruptedException {
    PrintStream replies = System.out;
    System.setOut(System.err);
    ObjectMapper json = new ObjectMapper();
    BufferedReader requests =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = requests.readLine(); line != null; line = requests.readLine()) {
      answer(
          json.readValue(line, ClientRequest.class),
          requests,
          reply -> print(json, replies, reply));
    }
    // Not each client ends its threads when it is closed.
    System.exit(0);
  }

  private static void print(ObjectMapper json, PrintStream replies, ClientReply reply) {
    try {
      replies.println(json.writeValueAsString(reply));
      replies.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void answer(
      ClientRequest request, BufferedReader requests, Consumer<ClientReply> replies)
      throws InterruptedException {
    if (request.client == null) {
      ClientReply reply = new ClientReply();
      for (Recipe recipe : Recipe.values()) {
        reply.clients.add(recipe.info());
      }
      replies.accept(reply);
      return;
    }
    try {
      new Turn(request, replies).run(requests);
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception | LinkageError e) {
      ClientReply reply = new ClientReply();
      reply.failure = Turn.words(e);
      replies.accept(reply);
    }
  }
}
