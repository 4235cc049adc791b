package dev.reprise.democlient;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command line of the dashboard. */
@Command(
    name = "dashboard.sh",
    sortOptions = false,
    usageHelpAutoWidth = true,
    description = {
      "Calls the demo server over one HTTPS client or another, and serves a page that shows live what",
      "that costs. Starts a demo server of its own, unless it is given one."
    },
    footer = {"", "Exit codes: 0 done, 1 it could not be done, 2 the command line makes no sense."})
final class DashboardCommand implements Callable<Integer> {
  static final int OK = 0;
  static final int CANNOT_START = 1;
  static final int BAD_USAGE = 2;

  private static final int MOST_PORTS = 65_535;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "8080",
      description = "Port of the page, on 127.0.0.1; 0 takes a free one. Default 8080")
  private int port;

  @Option(
      names = "--url",
      paramLabel = "URL",
      description = "A running demo server, such as https://localhost:8443. Default one of its own")
  private String url;

  @Option(
      names = "--trust-store",
      paramLabel = "FILE",
      description = "With --url: the trust store that the demo server printed")
  private Path trustStore;

  @Option(
      names = "--client",
      paramLabel = "CLIENT",
      defaultValue = "reprise",
      description = "Client to begin with: url-connection, httpclient, reprise. Default reprise")
  private String client;

  @Option(
      names = "--tls",
      paramLabel = "VERSION",
      defaultValue = "TLSv1.3",
      description = "TLS version to begin with: TLSv1.3 or TLSv1.2. Default TLSv1.3")
  private String tls;

  @Option(
      names = "--threads",
      paramLabel = "COUNT",
      defaultValue = "16",
      description = "Callers at a time to begin with, 1 to 128. Default 16")
  private int threads;

  @Option(
      names = "--fault",
      paramLabel = "FAULT",
      defaultValue = "none",
      description = "Fault of the server to begin with, such as hold-open. Default none")
  private String fault;

  @Option(names = "--exit-with-stdin", description = "End when standard input ends")
  private boolean exitWithStdin;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "Show this text")
  private boolean help;

  private final InputStream in;
  private final PrintStream out;

  private DashboardCommand(InputStream in, PrintStream out) {
    this.in = in;
    this.out = out;
  }

  /** Runs until the JVM is told to end, or stdin ends if that was asked for. */
  static int run(InputStream in, PrintStream out, PrintStream err, String... args) {
    return new CommandLine(new DashboardCommand(in, out))
        .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
        .setParameterExceptionHandler((e, given) -> complain(err, e.getMessage(), BAD_USAGE))
        .setExecutionExceptionHandler((e, command, parsed) -> explain(err, e))
        .execute(args);
  }

  private static int explain(PrintStream err, Exception e) throws Exception {
    if (e instanceof UsageException) {
      return complain(err, e.getMessage(), BAD_USAGE);
    }
    if (e instanceof DashboardException) {
      return complain(err, e.getMessage(), CANNOT_START);
    }
    throw e;
  }

  private static int complain(PrintStream err, String message, int code) {
    String hint = code == BAD_USAGE ? " (see --help)" : "";
    err.println("dashboard: " + message.replaceAll("\\s*\\R\\s*", " ") + hint);
    return code;
  }

  @Override
  public Integer call() {
    Switches switches = switches();
    if (port < 0 || port > MOST_PORTS) {
      throw new UsageException("--port: %d is outside 0 to %d".formatted(port, MOST_PORTS));
    }
    if (url != null) {
      show(RunningServer.find(url, trustStore), switches);
    } else {
      if (trustStore != null) {
        throw new UsageException("--trust-store: goes with --url only");
      }
      out.println("Starting a demo server …");
      try (ServerProcess server = ServerProcess.start(Timeouts.FAULT_BOUND)) {
        show(server.target(), switches);
      }
    }
    return OK;
  }

  private Switches switches() {
    try {
      return new Switches(ClientKind.of(client), tls, threads, fault, 1, true);
    } catch (IllegalArgumentException e) {
      throw new UsageException("--" + e.getMessage(), e);
    }
  }

  private void show(Target target, Switches switches) {
    try (Dashboard dashboard = Dashboard.start(port, target, switches)) {
      out.println("Dashboard   " + dashboard.url());
      out.println("Calls go to " + target.baseUrl() + "; end with Ctrl+C");
      out.flush();
      await();
    }
  }

  private void await() {
    try {
      if (exitWithStdin) {
        in.transferTo(OutputStream.nullOutputStream());
      } else {
        new CountDownLatch(1).await();
      }
    } catch (IOException | InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
