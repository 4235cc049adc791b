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
      case HTTPCLIENT_4_GROUP:
      case SIDECAR_NGINX:
      case SIDECAR_HAPROXY:
      case KEEP_ALIVE:
        return new HttpClient4Client(settings, HttpClient4Client.stock(settings).build());
      case HTTPCLIENT_4_RESTRICTED:
        return new HttpClient4Client(settings, HttpClient4Client.restricted(settings).build());
      case HTTPCLIENT_4_CONTEXTS:
        return new ClientPerWorker(
            settings.threads(),
            () -> new HttpClient4Client(settings, HttpClient4Client.stock(settings).build()));
      case HTTPCLIENT_5:
        return new HttpClient5Client(settings, HttpClient5Client.stock(settings).build());
      case JAVA_NET_HTTP:
        return new JavaNetHttpClient(settings, JavaNetHttpClient.over(settings.newSslContext()));
      case OKHTTP:
      case OKHTTP_NODELAY:
        return new OkHttpComparedClient(
            settings,
            settings.newSslContext().getSocketFactory(),
            kind == ClientKind.OKHTTP_NODELAY);
      case FLOOR:
        return new BareSocketClient(settings);
      default:
        return withReprise(kind, settings);
    }
  }

  private static ComparedClient withReprise(ClientKind kind, ClientSettings settings)
      throws IOException {
    RepriseTls reprise = new RepriseTls(settings, kind == ClientKind.REPRISE_SPARES);
    switch (kind) {
      case REPRISE_HTTPCLIENT4:
      case REPRISE_SPARES:
        return reprise.counted(
            new HttpClient4Client(settings, RepriseHttpClient4.builder(reprise, settings).build()));
      case REPRISE_HTTPCLIENT5:
        return reprise.counted(
            new HttpClient5Client(settings, RepriseHttpClient5.builder(reprise, settings).build()));
      case REPRISE_HTTPSURLCONNECTION:
        return reprise.counted(new HttpsUrlConnectionClient(settings, reprise.socketFactory()));
      case REPRISE_JAVA_NET_HTTP:
        return reprise.counted(
            new JavaNetHttpClient(settings, JavaNetHttpClient.over(reprise.sslContext())));
      case REPRISE_OKHTTP:
        return reprise.counted(
            new OkHttpComparedClient(settings, reprise.sslContext().getSocketFactory(), true));
      default:
        break;
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
        return SpringOverJdk.create(settings, JavaNetHttpClient.over(settings.newSslContext()));
      case REPRISE_HTTPCLIENT4:
        RepriseTls reprise4 = new RepriseTls(settings, false);
        return reprise4.counted(
            SpringOverHttpClient4.create(settings, RepriseHttpClient4.builder(reprise4, settings)));
      case REPRISE_HTTPSURLCONNECTION:
        RepriseTls reprise = new RepriseTls(settings, false);
        return reprise.counted(SpringOverJdk.create(settings, reprise.socketFactory()));
      default:
        break;
    }
    throw new IllegalArgumentException("Spring-WS has no sender for " + kind.label());
  }
}
