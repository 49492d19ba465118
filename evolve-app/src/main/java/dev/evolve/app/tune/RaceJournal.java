package dev.evolve.app.tune;

import dev.evolve.error.EvolveException;
import dev.evolve.search.Cost;
import dev.evolve.search.Outcome;
import dev.evolve.search.noise.MeasureRequest;
import dev.evolve.search.noise.MeasureResult;
import dev.evolve.search.noise.MeasureResult.Failed;
import dev.evolve.search.noise.Purpose;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The journal of a tuning by races: every request, and every run of the command as it ends, so that
 * a request that a kill cut short goes on after its last run and no sample is paid for twice.
 */
public final class RaceJournal implements AutoCloseable {

  private final JournalFile file;
  private final Space space;
  private final RaceLog log;

  /** A line: one of them, the others are absent. */
  private record Line(
      @Nullable Asked asked, @Nullable Ran ran, @Nullable Broken failed, @Nullable Closed closed) {}

  private record Asked(
      long number,
      SortedMap<String, String> values,
      int samples,
      boolean isBuild,
      Purpose purpose,
      String reason) {}

  private record Ran(
      long request,
      List<Double> printed,
      double buildSeconds,
      double runSeconds,
      String at,
      @Nullable Map<String, Double> metrics) {}

  private record Broken(
      long request,
      Outcome.Reason reason,
      String message,
      double buildSeconds,
      double runSeconds,
      String at,
      @Nullable Map<String, Double> metrics) {}

  private record Closed(String why) {}

  private RaceJournal(JournalFile file, Space space, boolean isMaximised) {
    this.file = file;
    this.space = space;
    this.log = new RaceLog(isMaximised);
  }

  /**
   * Opens a journal, or begins one.
   *
   * @param identity what makes it this tuning and no other
   * @throws EvolveException if the file is of another tuning, is damaged or is in use
   */
  public static RaceJournal open(
      Path file, Space space, List<String> identity, boolean isMaximised) {
    RaceJournal journal = new RaceJournal(JournalFile.open(file), space, isMaximised);
    journal.file.replay(identity, journal::read);
    return journal;
  }

  private void read(int index, String text) {
    Line line = file.parse(index, text, Line.class);
    try {
      if (line.asked() != null) {
        log.asked(request(line.asked()));
      } else if (line.ran() != null) {
        Ran ran = line.ran();
        log.ran(
            ran.request(),
            new RaceRun(ran.printed(), orNone(ran.metrics())),
            new Cost(ran.buildSeconds(), ran.runSeconds()),
            ran.at());
      } else if (line.failed() != null) {
        Broken broken = line.failed();
        log.failed(broken.request(), failure(broken), orNone(broken.metrics()), broken.at());
      } else if (line.closed() != null) {
        log.closed(line.closed().why());
      } else {
        throw new IllegalArgumentException("neither asked, ran, failed nor closed");
      }
    } catch (IllegalArgumentException e) {
      throw file.damaged(index, String.valueOf(e.getMessage()), e);
    }
  }

  private static Map<String, Double> orNone(@Nullable Map<String, Double> metrics) {
    return metrics == null ? Map.of() : metrics;
  }

  private static @Nullable Map<String, Double> orNull(Map<String, Double> metrics) {
    return metrics.isEmpty() ? null : metrics;
  }

  private MeasureRequest request(Asked asked) {
    Point point = space.point(asked.values());
    return new MeasureRequest(
        asked.number(),
        point,
        0,
        asked.samples(),
        asked.isBuild(),
        asked.purpose(),
        asked.reason());
  }

  private static Failed failure(Broken broken) {
    return new Failed(
        broken.reason(), broken.message(), new Cost(broken.buildSeconds(), broken.runSeconds()));
  }

  /** What happened so far. */
  RaceLog log() {
    return log;
  }

  /** Keeps that samples were asked for. */
  void asked(MeasureRequest request) {
    SortedMap<String, String> values = new TreeMap<>(space.values(request.point()));
    Asked asked =
        new Asked(
            request.number(),
            values,
            request.samples(),
            request.isBuild(),
            request.purpose(),
            request.reason());
    file.write(new Line(asked, null, null, null));
    log.asked(request);
  }

  /** Keeps what a run printed; returns the result of the request once it has all its samples. */
  Optional<MeasureResult> ran(long request, RaceRun run, Cost cost, String at) {
    Ran ran =
        new Ran(
            request,
            run.samples(),
            cost.buildSeconds(),
            cost.runSeconds(),
            at,
            orNull(run.metrics()));
    file.write(new Line(null, ran, null, null));
    return log.ran(request, run, cost, at);
  }

  /**
   * Keeps that a build or a run failed; returns the result of the request.
   *
   * @param metrics where several count, those of a run that breaks a limit; empty otherwise
   */
  MeasureResult failed(long request, Failed failed, Map<String, Double> metrics, String at) {
    Broken broken =
        new Broken(
            request,
            failed.reason(),
            failed.message(),
            failed.cost().buildSeconds(),
            failed.cost().runSeconds(),
            at,
            orNull(metrics));
    file.write(new Line(null, null, broken, null));
    return log.failed(request, failed, metrics, at);
  }

  /** Keeps that no new configurations are looked at from here on. */
  void closed(String why) {
    file.write(new Line(null, null, null, new Closed(why)));
    log.closed(why);
  }

  @Override
  public void close() {
    file.close();
  }
}
