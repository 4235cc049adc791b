package dev.reprise.clients;

import dev.reprise.subject.Conversation;
import dev.reprise.subject.Load;
import dev.reprise.subject.LoadReply;
import dev.reprise.subject.LoadReply.ClientInfo;
import java.util.Arrays;

/** The main class of a client's JVM, which tells the recipes first. */
public final class ClientMain {

  private ClientMain() {}

  public static void main(String[] args) {
    LoadReply ready = new LoadReply();
    ready.clients = Arrays.stream(Recipe.values()).map(Recipe::info).toArray(ClientInfo[]::new);
    Conversation.hold(
        lab ->
            Load.serve(
                lab,
                ready,
                (request, given, url) -> Recipe.valueOf(request.client).open(given, url)));
  }
}
