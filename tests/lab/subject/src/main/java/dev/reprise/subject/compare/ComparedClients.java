package dev.reprise.subject.compare;

import java.io.IOException;
import java.security.GeneralSecurityException;

/**
 * Makes clients. Each JVM has the libraries of one client only, so this class names none of theirs
 * but where its own case is reached.
 */
final class ComparedClients {

  private ComparedClients() {}

  static ComparedClient create(ClientKind kind, Level level, ClientSettings settings)
      throws GeneralSecurityException, IOException {
    return level == Level.PLAIN ? plain(kind, settings) : withSpring(kind, settings);
  }

  private static ComparedClient plain(ClientKind kind, ClientSettings settings)
      throws GeneralSecurityException, IOException {
    switch (kind) {
      case HTTPSURLCONNECTION:
        return new HttpsUrlConnectionClient(settings, settings.newSslContext().getSocketFactory());
      case HTTPCLIENT_4_5_13:
      case HTTPCLIENT_4_5_14:
      case KEEP_ALIVE:
        return new HttpClient4Client(settings, HttpClient4Client.stock(settings).build());
      case HTTPCLIENT_5:
        return new HttpClient5Client(settings, HttpClient5Client.stock(settings).build());
      case JAVA_NET_HTTP:
        return new JavaNetHttpClient(settings, JavaNetHttpClient.stock(settings));
      case OKHTTP:
        return new OkHttpComparedClient(settings);
      case REPRISE_HTTPCLIENT4:
      case REPRISE_SPARES:
        RepriseTls reprise4 = new RepriseTls(settings, kind == ClientKind.REPRISE_SPARES);
        return reprise4.counted(
            new HttpClient4Client(
                settings, RepriseHttpClient4.builder(reprise4, settings).build()));
      case REPRISE_HTTPSURLCONNECTION:
        RepriseTls reprise = new RepriseTls(settings, false);
        return reprise.counted(new HttpsUrlConnectionClient(settings, reprise.socketFactory()));
      case FLOOR:
        return new BareSocketClient(settings);
    }
    throw new IllegalArgumentException("no client " + kind);
  }

  private static ComparedClient withSpring(ClientKind kind, ClientSettings settings)
      throws GeneralSecurityException {
    switch (kind) {
      case HTTPSURLCONNECTION:
        return SpringOverJdk.create(settings, settings.newSslContext().getSocketFactory());
      case HTTPCLIENT_4_5_13:
      case HTTPCLIENT_4_5_14:
        return SpringOverHttpClient4.create(settings, HttpClient4Client.stock(settings));
      case HTTPCLIENT_5:
        return SpringOverHttpClient5.create(settings, HttpClient5Client.stock(settings));
      case JAVA_NET_HTTP:
        return SpringOverJdk.create(settings, JavaNetHttpClient.stock(settings));
      case REPRISE_HTTPCLIENT4:
        RepriseTls reprise4 = new RepriseTls(settings, false);
        return reprise4.counted(
            SpringOverHttpClient4.create(settings, RepriseHttpClient4.builder(reprise4, settings)));
      case REPRISE_HTTPSURLCONNECTION:
        RepriseTls reprise = new RepriseTls(settings, false);
        return reprise.counted(SpringOverJdk.create(settings, reprise.socketFactory()));
      case OKHTTP:
      case FLOOR:
      case REPRISE_SPARES:
      case KEEP_ALIVE:
        break;
    }
    throw new IllegalArgumentException("Spring-WS has no sender for " + kind.label());
  }
}
