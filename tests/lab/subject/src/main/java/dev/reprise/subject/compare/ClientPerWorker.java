package dev.reprise.subject.compare;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;

/** A client for each worker, none of which has to do with another. */
final class ClientPerWorker implements ComparedClient {

  private final List<ComparedClient> clients = new ArrayList<>();

  ClientPerWorker(int workers, Maker maker) throws GeneralSecurityException, IOException {
    for (int i = 0; i < workers; i++) {
      clients.add(maker.make());
    }
  }

  @Override
  public void exchange(int worker) throws Exception {
    clients.get(worker).exchange(worker);
  }

  @Override
  public void close() throws IOException {
    for (ComparedClient client : clients) {
      client.close();
    }
  }

  /** Makes one of the clients. */
  interface Maker {
    ComparedClient make() throws GeneralSecurityException, IOException;
  }
}
