package dev.reprise.demo.page;

import static org.junit.jupiter.api.Assumptions.abort;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.openqa.selenium.By;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.springframework.util.FileSystemUtils;

/**
 * Chromium without a screen, with a profile of its own, as {@code browser.sh} installs it. Without
 * it tests are skipped, or fail if {@code -Ddashboard.browser=required}.
 */
final class Browser implements AutoCloseable {
  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  private static final Logger SELENIUM_LOG = Logger.getLogger("org.openqa.selenium");

  private final Path profile;
  private final ChromeDriver driver;

  private Browser(Path profile, ChromeDriver driver) {
    this.profile = profile;
    this.driver = driver;
  }

  static Browser open(int width, int height) throws IOException {
    if (!Files.isExecutable(CHROMIUM) || !Files.isExecutable(DRIVER)) {
      String problem =
          "no Chromium with chromedriver in /usr/bin; demo-server/browser.sh installs them";
      if ("required".equals(System.getProperty("dashboard.browser"))) {
        throw new AssertionError(problem);
      }
      System.err.println("SKIPPED, the page is not tested: " + problem);
      abort(problem);
    }
    // What Selenium's own developer tools lack for a newer Chromium is not used here.
    SELENIUM_LOG.setLevel(Level.SEVERE);
    Path profile = Files.createTempDirectory("chromium");
    ChromeOptions options = new ChromeOptions();
    options.setBinary(CHROMIUM.toString());
    options.addArguments(
        "--headless=new",
        "--no-sandbox",
        "--disable-gpu",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--user-data-dir=" + profile,
        "--window-size=%d,%d".formatted(width, height));
    options.setCapability("goog:loggingPrefs", Map.of(LogType.BROWSER, Level.ALL.getName()));
    ChromeDriverService service =
        new ChromeDriverService.Builder()
            .usingDriverExecutable(new File(DRIVER.toString()))
            .usingAnyFreePort()
            .build();
    return new Browser(profile, new ChromeDriver(service, options));
  }

  void visit(String url) {
    driver.get(url);
  }

  String text(String id) {
    return texts("#" + id).get(0);
  }

  /** Read at one moment: the page draws its tables again with each sample. */
  @SuppressWarnings("unchecked")
  List<String> texts(String selector) {
    return (List<String>)
        driver.executeScript(
            "return Array.from(document.querySelectorAll(arguments[0]), e => e.innerText.trim())",
            selector);
  }

  /** Once more if the page has drawn it again between the look and the click. */
  void click(String selector) {
    await(
        "there is " + selector,
        () -> {
          driver.findElement(By.cssSelector(selector)).click();
          return true;
        });
  }

  /** What a script returns. */
  Object evaluate(String script) {
    return driver.executeScript(script);
  }

  void await(String what, Condition condition) {
    new WebDriverWait(driver, PATIENCE, Duration.ofMillis(200))
        .ignoring(StaleElementReferenceException.class)
        .withMessage(
            () -> what + "; the page says " + texts("#status, tr") + ", its console " + console())
        .until((WebDriver page) -> condition.holds());
  }

  /** What the page has written to its console since this was last asked. */
  List<String> console() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .map(LogEntry::toString)
        .toList();
  }

  byte[] screenshot() {
    return driver.getScreenshotAs(OutputType.BYTES);
  }

  @Override
  public void close() throws IOException {
    driver.quit();
    FileSystemUtils.deleteRecursively(profile);
  }

  /** Something that will be so. */
  interface Condition {
    boolean holds();
  }
}
