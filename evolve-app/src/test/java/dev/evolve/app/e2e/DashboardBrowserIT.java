package dev.evolve.app.e2e;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Dialog;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.Playwright;
import com.microsoft.playwright.assertions.LocatorAssertions;
import com.microsoft.playwright.options.ColorScheme;
import dev.evolve.event.DomainEvent;
import dev.evolve.proposal.ProposalStage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A person in a real browser: sees a proposal wait, signs in, approves it, sees it land. */
class DashboardBrowserIT {

  private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
  private static final Path SCREENSHOTS = Path.of("target", "screenshots");
  private static final List<String> FLAGS =
      List.of(
          "--headless",
          "--no-sandbox",
          "--disable-gpu",
          "--disable-quic",
          "--no-first-run",
          "--disable-background-networking",
          "--disable-component-update",
          "--disable-sync");
  private static final double PATIENCE_MS = 60_000;

  @TempDir private Path directory = Path.of("replaced by JUnit");

  @Test
  void approvesAProposalAndSeesItLand() throws Exception {
    assumeTrue(Files.isExecutable(CHROMIUM), "needs Chromium at " + CHROMIUM);
    Path pack = ServiceUnderTest.healthyFixture(directory.resolve("fixture"));
    try (ServiceUnderTest service = ServiceUnderTest.start(directory.resolve("home"));
        Playwright playwright =
            Playwright.create(
                new Playwright.CreateOptions()
                    .setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
        Browser browser =
            playwright
                .chromium()
                .launch(
                    new BrowserType.LaunchOptions().setExecutablePath(CHROMIUM).setArgs(FLAGS))) {
      Page page = browser.newPage();
      page.navigate(service.url());
      assertThat(page.getByTestId("empty")).isVisible();
      String id =
          service.startCampaign(Map.of("pack", pack.toString(), "evaluations", 4, "seed", 11));
      String proposal = awaitApproval(service, id);
      assertThat(page.getByTestId("row-" + proposal)).isVisible(patient());
      screenshot(page, "queue");
      decide(page, service, proposal);
      assertThat(page.getByTestId("stage")).hasText("promoted");
      assertThat(page.getByTestId("merge-commit")).hasText(Pattern.compile("[0-9a-f]{40}"));
      screenshot(page, "promoted");
      page.emulateMedia(new Page.EmulateMediaOptions().setColorScheme(ColorScheme.DARK));
      page.setViewportSize(420, 900);
      screenshot(page, "promoted-dark-phone");
    }
  }

  private static String awaitApproval(ServiceUnderTest service, String campaignId) {
    DomainEvent last =
        service
            .follow(
                campaignId,
                Duration.ofMinutes(4),
                event ->
                    event instanceof DomainEvent.StageChanged moved
                            && moved.to() == ProposalStage.AWAITING_APPROVAL
                        || event instanceof DomainEvent.CampaignFinished)
            .getLast();
    if (last instanceof DomainEvent.StageChanged moved) {
      return moved.proposalId();
    }
    throw new AssertionError("nothing awaits approval: " + last);
  }

  private static void decide(Page page, ServiceUnderTest service, String proposal) {
    page.navigate(service.url() + "/login?token=" + service.token());
    page.getByTestId("person-input").fill("Grace Reviewer");
    page.getByTestId("sign-in-button").click();
    assertThat(page.getByTestId("person")).hasText("Grace Reviewer");
    page.navigate(service.url() + "/proposals/" + proposal);
    assertThat(page.getByTestId("stage")).hasText("awaiting approval");
    assertThat(page.locator("#samples-chart canvas")).isVisible(patient());
    screenshot(page, "awaiting-approval");
    page.onDialog(Dialog::accept);
    page.getByTestId("approve-reason").fill("samples and gates looked at");
    page.getByTestId("approve").click();
    assertThat(page.getByTestId("done")).containsText("merged as", contains());
  }

  private static LocatorAssertions.IsVisibleOptions patient() {
    return new LocatorAssertions.IsVisibleOptions().setTimeout(PATIENCE_MS);
  }

  private static LocatorAssertions.ContainsTextOptions contains() {
    return new LocatorAssertions.ContainsTextOptions().setTimeout(PATIENCE_MS);
  }

  private static void screenshot(Page page, String name) {
    page.screenshot(
        new Page.ScreenshotOptions().setFullPage(true).setPath(SCREENSHOTS.resolve(name + ".png")));
  }
}
