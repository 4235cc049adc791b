package dev.reprise.demo;

import dev.reprise.demo.page.PageCommand;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Starts the demo server, or the live page, from the command line. */
public final class DemoApplication {

  public static final int CANNOT_START = 1;
  public static final int BAD_USAGE = 2;

  private DemoApplication() {}

  /** Runs the command and ends the JVM with its exit code. */
  public static void main(String[] args) {
    System.exit(run(System.in, System.out, System.err, args));
  }

  static int run(InputStream in, PrintStream out, PrintStream err, String... args) {
    // Stores for clients on any JDK: before 11.0.12 they cannot read what newer ones write by
    // default.
    System.setProperty("keystore.pkcs12.legacy", "true");
    if (args.length > 0 && args[0].equals("page")) {
      return PageCommand.run(in, out, err, Arrays.copyOfRange(args, 1, args.length));
    }
    DemoOptions options = new DemoOptions();
    CommandLine commandLine = new CommandLine(options);
    try {
      if (commandLine.parseArgs(args).isUsageHelpRequested()) {
        commandLine.usage(out);
        return 0;
      }
      options.check();
    } catch (ParameterException e) {
      err.println(e.getMessage());
      return BAD_USAGE;
    }
    try (DemoServer server = DemoServer.start(options)) {
      server.announce(out);
      await(options.exitWithStdin, in);
      return 0;
    } catch (DemoStartException e) {
      err.println(e.getMessage());
      return CANNOT_START;
    }
  }

  /** Waits until the thread is interrupted, or until input ends, if so requested. */
  public static void await(boolean untilEndOfInput, InputStream in) {
    try {
      if (untilEndOfInput) {
        in.transferTo(OutputStream.nullOutputStream());
      } else {
        new CountDownLatch(1).await();
      }
    } catch (IOException | InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
