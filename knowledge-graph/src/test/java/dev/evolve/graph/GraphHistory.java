package dev.evolve.graph;

import static dev.evolve.graph.GraphFixtures.confirmed;
import static dev.evolve.graph.GraphFixtures.created;
import static dev.evolve.graph.GraphFixtures.effect;
import static dev.evolve.graph.GraphFixtures.perf;
import static dev.evolve.graph.GraphFixtures.screened;
import static dev.evolve.graph.GraphFixtures.started;

import dev.evolve.event.RecordedEvent;
import dev.evolve.impact.ImpactStore;
import dev.evolve.verdict.Verdict;
import java.util.List;
import java.util.Random;

/** Makes long histories of many campaigns from a seed, on two machines. */
final class GraphHistory {

  private static final int BATCH = 500;

  private final Random random;

  GraphHistory(long seed) {
    this.random = new Random(seed);
  }

  /**
   * Projects so many campaigns of so many proposals each.
   *
   * @return how many events
   */
  long projectInto(ImpactStore store, int campaigns, int proposals) {
    List<RecordedEvent> events = events(campaigns, proposals);
    for (int from = 0; from < events.size(); from += BATCH) {
      int to = Math.min(events.size(), from + BATCH);
      store.project(0, to, events.subList(from, to));
    }
    return events.size();
  }

  List<RecordedEvent> events(int campaigns, int proposals) {
    EventLog log = new EventLog();
    for (int c = 0; c < campaigns; c++) {
      campaign(log, "h" + c, 10_000L * c, proposals);
    }
    return log.events();
  }

  private void campaign(EventLog log, String campaign, long second, int proposals) {
    var hardware = random.nextInt(3) == 0 ? GraphFixtures.OTHER_HARDWARE : GraphFixtures.HARDWARE;
    log.append(started(campaign, second, hardware));
    for (int p = 0; p < proposals; p++) {
      String proposal = campaign + "-p" + p;
      long at = second + 10L * p;
      log.append(created(campaign, at + 1, proposal, 1 + random.nextInt(5)));
      log.append(screened(campaign, at + 2, proposal));
      log.append(confirmed(campaign, at + 3, proposal, hardware));
      Verdict verdict = random.nextInt(3) == 0 ? Verdict.PASS : Verdict.FAIL;
      log.append(
          perf(
              campaign,
              at + 4,
              proposal,
              verdict,
              effect("small", 0.7 + 0.5 * random.nextDouble()),
              effect("large", 0.7 + 0.5 * random.nextDouble())));
    }
  }
}
