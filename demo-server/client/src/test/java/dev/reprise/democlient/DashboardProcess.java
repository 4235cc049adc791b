package dev.reprise.democlient;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The packaged dashboard, started as a user starts it. */
final class DashboardProcess implements AutoCloseable {
  private static final Pattern URL = Pattern.compile("Dashboard +(http://\\S+)");

  private final Process process;
  private final String url;

  private DashboardProcess(Process process, String url) {
    this.process = process;
    this.url = url;
  }

  static DashboardProcess start(String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx512m");
    command.add("-XX:TieredStopAtLevel=1");
    command.add("-jar");
    command.add(System.getProperty("dashboard.jar"));
    command.add("--port=0");
    command.add("--exit-with-stdin");
    command.addAll(List.of(options));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    BufferedReader output = process.inputReader(StandardCharsets.UTF_8);
    for (String line = output.readLine(); line != null; line = output.readLine()) {
      Matcher matcher = URL.matcher(line);
      if (matcher.find()) {
        return new DashboardProcess(process, matcher.group(1));
      }
    }
    throw new AssertionError("the dashboard ended at once");
  }

  String url() {
    return url;
  }

  /** The demo servers that it has started and that are still there. */
  List<ProcessHandle> children() {
    return process.children().toList();
  }

  /** Ends standard input; returns the exit code, or null if it does not end. */
  Integer end() throws IOException, InterruptedException {
    process.getOutputStream().close();
    return process.waitFor(30, TimeUnit.SECONDS) ? process.exitValue() : null;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
