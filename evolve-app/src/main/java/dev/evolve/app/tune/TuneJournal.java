package dev.evolve.app.tune;

import dev.evolve.error.EvolveException;
import dev.evolve.search.Cost;
import dev.evolve.search.JournalEntry;
import dev.evolve.search.Outcome;
import dev.evolve.search.Proposal;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The journal of a tuning: everything that was asked and told, each on the disk before the tuning
 * goes on.
 */
public final class TuneJournal implements AutoCloseable {

  private final JournalFile file;
  private final Space space;
  private final List<JournalEntry> entries = new ArrayList<>();
  private final List<TuneRecord> records = new ArrayList<>();

  /** A line: what was asked or what was told; the other is absent. */
  private record Line(@Nullable Asked asked, @Nullable Told told) {}

  private record Asked(
      long number, SortedMap<String, String> values, String strategy, String reason) {}

  private record Told(
      SortedMap<String, String> values,
      String strategy,
      @Nullable Double value,
      @Nullable Double standardError,
      int samples,
      Outcome.@Nullable Reason failed,
      @Nullable String message,
      double buildSeconds,
      double runSeconds,
      List<Double> printed,
      String at,
      @Nullable List<Map<String, Double>> metrics) {}

  private TuneJournal(JournalFile file, Space space) {
    this.file = file;
    this.space = space;
  }

  /**
   * Opens a journal, or begins one.
   *
   * @param identity what makes it this tuning and no other
   * @throws EvolveException if the file is of another tuning, is damaged or is in use
   */
  public static TuneJournal open(Path file, Space space, List<String> identity) {
    TuneJournal journal = new TuneJournal(JournalFile.open(file), space);
    journal.file.replay(identity, journal::read);
    return journal;
  }

  private void read(int index, String text) {
    Line line = file.parse(index, text, Line.class);
    if (line.asked() != null) {
      Asked asked = line.asked();
      Point point = point(index, asked.values());
      entries.add(
          new JournalEntry.Asked(
              new Proposal(asked.number(), point, asked.strategy(), asked.reason())));
    } else if (line.told() != null) {
      add(told(index, line.told()));
    } else {
      throw file.damaged(index, "neither asked nor told", null);
    }
  }

  private Point point(int index, SortedMap<String, String> values) {
    try {
      return space.point(values);
    } catch (IllegalArgumentException e) {
      throw file.damaged(index, String.valueOf(e.getMessage()), e);
    }
  }

  private TuneRecord told(int index, Told told) {
    Outcome outcome =
        told.failed() == null && told.value() != null
            ? new Outcome.Measured(
                told.value(),
                told.standardError() == null ? Double.NaN : told.standardError(),
                told.samples())
            : new Outcome.Failed(
                told.failed() == null ? Outcome.Reason.RUN : told.failed(),
                told.message() == null ? "" : told.message());
    Trial trial =
        new Trial(
            point(index, told.values()),
            outcome,
            new Cost(told.buildSeconds(), told.runSeconds()),
            told.strategy());
    return new TuneRecord(
        trial, told.printed(), told.at(), told.metrics() == null ? List.of() : told.metrics());
  }

  private void add(TuneRecord record) {
    entries.add(new JournalEntry.Told(record.trial()));
    records.add(record);
  }

  /** What happened so far, for resuming the search. */
  public List<JournalEntry> entries() {
    return List.copyOf(entries);
  }

  /** What was measured so far. */
  public List<TuneRecord> records() {
    return List.copyOf(records);
  }

  /** Keeps that a point was asked for. */
  public void asked(Proposal proposal) {
    SortedMap<String, String> values = new TreeMap<>(space.values(proposal.point()));
    file.write(
        new Line(
            new Asked(proposal.number(), values, proposal.strategy(), proposal.reason()), null));
  }

  /** Keeps what was measured. */
  public void told(TuneRecord record) {
    Trial trial = record.trial();
    SortedMap<String, String> values = new TreeMap<>(space.values(trial.point()));
    Outcome.@Nullable Measured measured =
        trial.outcome() instanceof Outcome.Measured it ? it : null;
    Outcome.@Nullable Failed failed = trial.outcome() instanceof Outcome.Failed it ? it : null;
    file.write(
        new Line(
            null,
            new Told(
                values,
                trial.strategy(),
                measured == null ? null : (Double) measured.value(),
                measured == null || Double.isNaN(measured.standardError())
                    ? null
                    : (Double) measured.standardError(),
                measured == null ? 0 : measured.samples(),
                failed == null ? null : failed.reason(),
                failed == null ? null : failed.message(),
                trial.cost().buildSeconds(),
                trial.cost().runSeconds(),
                record.printed(),
                record.at(),
                record.runs().isEmpty() ? null : record.runs())));
    records.add(record);
  }

  /** The values of what is asked for, by parameter, for people. */
  static String describe(Map<String, String> values) {
    return String.join(
        " ", values.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList());
  }

  @Override
  public void close() {
    file.close();
  }
}
