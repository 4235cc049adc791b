package dev.reprise.agent;

import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;

/** An application that knows nothing of Reprise. It does what its arguments say, one by one. */
public final class Caller {

  private static URI url;

  private Caller() {}

  public static void main(String[] steps) throws Exception {
    HostnameVerifier verifier = HttpsURLConnection.getDefaultHostnameVerifier();
    for (String step : steps) {
      String[] words = step.split(" ", 2);
      String rest = words.length > 1 ? words[1] : "";
      switch (words[0]) {
        case "set":
          String[] property = rest.split("=", 2);
          System.setProperty(property[0], property[1]);
          break;
        case "url":
          url = URI.create(rest);
          break;
        case "connection":
          System.out.println("connection " + each(rest, Caller::connection));
          break;
        case "client":
          HttpClient client = HttpClient.newHttpClient();
          System.out.println("client " + each(rest, () -> status(client)));
          break;
        case "own-factory":
          HttpsURLConnection.setDefaultSSLSocketFactory(trusting(rest).getSocketFactory());
          break;
        case "own-context":
          SSLContext.setDefault(trusting(rest));
          break;
        case "load":
          String jcmd = Path.of(System.getProperty("java.home"), "bin", "jcmd").toString();
          String self = String.valueOf(ProcessHandle.current().pid());
          new ProcessBuilder(jcmd, self, "JVMTI.agent_load", rest).start().waitFor();
          break;
        case "any-name":
          HttpsURLConnection.setDefaultHostnameVerifier((host, session) -> true);
          break;
        case "right-name":
          HttpsURLConnection.setDefaultHostnameVerifier(verifier);
          break;
        case "counts":
          MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
          ObjectName name = new ObjectName("dev.reprise:type=Agent");
          System.out.println(
              beans.isRegistered(name)
                  ? Arrays.toString((String[]) beans.getAttribute(name, "Peers"))
                      + beans.getAttributes(
                          name,
                          new String[] {"FullHandshakes", "ResumedHandshakes", "FailedHandshakes"})
                      + beans.getMBeanInfo(name).getAttributes()[0].getDescription()
                  : "no counts");
          break;
        case "offer":
          SSLParameters offer = SSLContext.getDefault().getDefaultSSLParameters();
          System.out.println(Arrays.toString(offer.getProtocols()));
          System.out.println(Arrays.toString(offer.getCipherSuites()));
          SSLSocketFactory sockets = HttpsURLConnection.getDefaultSSLSocketFactory();
          System.out.println(Arrays.toString(sockets.getDefaultCipherSuites()));
          break;
        case "context":
          System.out.println(SSLContext.getDefault().getClass().getName());
          break;
        case "application":
          WeakReference<?> application = application(rest.split(", "));
          while (application.get() != null) {
            System.gc();
            Thread.sleep(100);
          }
          System.out.println("gone");
          break;
        default:
          throw new IllegalArgumentException(step);
      }
    }
  }

  /** Has a web application do these steps, which is taken away then. */
  private static WeakReference<?> application(String[] steps) throws Exception {
    URL[] classes = {Caller.class.getProtectionDomain().getCodeSource().getLocation()};
    URLClassLoader loader = new URLClassLoader(classes, ClassLoader.getPlatformClassLoader());
    Method main = loader.loadClass(Caller.class.getName()).getMethod("main", String[].class);
    FutureTask<Object> task = new FutureTask<>(() -> main.invoke(null, (Object) steps));
    Thread thread = new Thread(task);
    thread.setContextClassLoader(loader);
    thread.start();
    task.get();
    thread.join();
    loader.close();
    return new WeakReference<>(loader);
  }

  /** What came of calls by so many threads at a time, in so many rounds. */
  private static Map<String, Integer> each(String numbers, Callable<String> call) throws Exception {
    int threads = Integer.parseInt(numbers.split(" ")[0]);
    int rounds = Integer.parseInt(numbers.split(" ")[1]);
    Map<String, Integer> outcomes = new TreeMap<>();
    CyclicBarrier barrier = new CyclicBarrier(threads);
    Thread[] all = new Thread[threads];
    for (int i = 0; i < threads; i++) {
      all[i] =
          new Thread(
              () -> {
                for (int round = 0; round < rounds; round++) {
                  String outcome;
                  try {
                    barrier.await(60, TimeUnit.SECONDS);
                    outcome = call.call();
                  } catch (Exception e) {
                    outcome = e.getClass().getSimpleName();
                  }
                  synchronized (outcomes) {
                    outcomes.merge(outcome, 1, Integer::sum);
                  }
                }
              });
      all[i].start();
    }
    for (Thread thread : all) {
      thread.join();
    }
    return outcomes;
  }

  private static String connection() throws Exception {
    HttpsURLConnection connection = (HttpsURLConnection) url.toURL().openConnection();
    try (InputStream body = connection.getInputStream()) {
      body.readAllBytes();
    }
    return String.valueOf(connection.getResponseCode());
  }

  private static String status(HttpClient client) throws Exception {
    return String.valueOf(
        client
            .send(HttpRequest.newBuilder(url).build(), HttpResponse.BodyHandlers.ofString())
            .statusCode());
  }

  private static SSLContext trusting(String store) throws Exception {
    KeyStore trust = KeyStore.getInstance("PKCS12");
    try (InputStream file = Files.newInputStream(Path.of(store))) {
      trust.load(file, "changeit".toCharArray());
    }
    TrustManagerFactory managers =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    managers.init(trust);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, managers.getTrustManagers(), null);
    return context;
  }
}
