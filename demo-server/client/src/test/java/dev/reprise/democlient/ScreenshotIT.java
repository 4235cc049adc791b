package dev.reprise.democlient;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/** Takes the picture of the documentation, at the end of a tour; {@code screenshot.sh} runs it. */
@EnabledIfSystemProperty(named = "dashboard.screenshot", matches = ".+")
class ScreenshotIT {
  @Test
  void takePictureAfterTour() throws IOException {
    Path picture = Path.of(System.getProperty("dashboard.screenshot"));
    try (Browser browser = Browser.open(1440, 1560);
        DashboardProcess dashboard = DashboardProcess.start()) {
      browser.visit(dashboard.url());
      browser.await("it warms up", () -> sequence(browser) >= 45);
      browser.click("#tour");
      browser.await("the tour is on", () -> browser.text("tour").startsWith("Stop"));
      browser.await("the tour is over", () -> browser.text("tour").startsWith("Show"));
      Files.write(picture, browser.screenshot());
    }
  }

  private static long sequence(Browser browser) {
    return (Long) browser.evaluate("return Number(document.body.dataset.sequence ?? 0)");
  }
}
