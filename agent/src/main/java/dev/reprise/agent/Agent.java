package dev.reprise.agent;

import java.io.IOException;
import java.security.Provider;
import java.security.Security;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;

/**
 * Starts with the JVM ({@code -javaagent}), or later in a running one, and replaces two defaults of
 * the JDK: the SSLSocketFactory of HttpsURLConnection, and the SSLContext. It changes no byte code.
 * It loads no store, log or MBean server, since an application sets those up in its {@code main}.
 */
public final class Agent {

  private static final AtomicBoolean STARTED = new AtomicBoolean();

  private Agent() {}

  /**
   * Starts the agent. Called by the JVM.
   *
   * @param file the path of a property file, or null or empty for none
   * @throws IllegalStateException if it cannot be started and {@code reprise.agent.required} is
   *     true. In that case the JVM ends
   */
  public static void premain(String file) {
    if (!STARTED.compareAndSet(false, true)) {
      say("given more than once; the first one that starts is used");
      return;
    }
    AgentSettings settings = new AgentSettings();
    try {
      settings.read(file);
      if (settings.enabled) {
        install(settings);
      } else {
        STARTED.set(false);
        say("switched off by reprise.enabled=false");
      }
    } catch (IOException | RuntimeException | LinkageError e) {
      STARTED.set(false);
      if (settings.required) {
        throw new IllegalStateException("reprise-agent: " + e.getMessage(), e);
      }
      String hint = ". The policy has to grant this jar java.security.AllPermission";
      say(
          "the application runs without Reprise. "
              + e.getMessage()
              + (e instanceof SecurityException ? hint : ""));
    }
  }

  /**
   * Starts the agent in a running JVM. Called by the JVM.
   *
   * @param file as for {@link #premain}
   * @throws IllegalStateException as {@link #premain} does; the JVM goes on
   */
  public static void agentmain(String file) {
    premain(file);
  }

  private static void install(AgentSettings settings) {
    // What SSLContext.getProvider() tells has to be known at once.
    Provider provider = Security.getProvider(Defaults.PROVIDER);
    if (provider == null) {
      throw new IllegalStateException("The provider " + Defaults.PROVIDER + " is missing");
    }
    Defaults defaults = new Defaults(settings);
    DefaultContext context = new DefaultContext(defaults, provider);
    HttpsURLConnection.setDefaultSSLSocketFactory(
        new DefaultSockets(() -> defaults.socketsOfHttps(context)));
    SSLContext.setDefault(context);
    String version = Agent.class.getPackage().getImplementationVersion();
    say(version + ": HttpsURLConnection and the default SSLContext resume TLS sessions");
  }

  /** Does not use the log, since the application sets it up. */
  static void say(String line) {
    System.err.println("reprise-agent: " + line);
  }
}
