package dev.evolve.app.tune;

import dev.evolve.error.ErrorCode;
import dev.evolve.error.EvolveException;
import dev.evolve.json.Json;
import dev.evolve.search.Cost;
import dev.evolve.search.JournalEntry;
import dev.evolve.search.Outcome;
import dev.evolve.search.Proposal;
import dev.evolve.search.Trial;
import dev.evolve.search.space.Point;
import dev.evolve.search.space.Space;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The journal of a tuning: a line of JSON for what tuning it is, then one for everything that was
 * asked and told, each on the disk before the tuning goes on. A line that a kill cut off is dropped
 * when the file is opened again. One process at a time has it open.
 */
public final class TuneJournal implements AutoCloseable {

  private static final int VERSION = 1;

  private final Path file;
  private final Space space;
  private final FileChannel channel;
  private final FileLock lock;
  private final List<JournalEntry> entries = new ArrayList<>();
  private final List<TuneRecord> records = new ArrayList<>();

  /** The first line. */
  private record Header(int version, List<String> identity) {}

  /** A line: of a header, of what was asked, or of what was told; the others are absent. */
  private record Line(@Nullable Header tuning, @Nullable Asked asked, @Nullable Told told) {}

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
      String at) {}

  private TuneJournal(Path file, Space space, FileChannel channel, FileLock lock) {
    this.file = file;
    this.space = space;
    this.channel = channel;
    this.lock = lock;
  }

  /**
   * Opens a journal, or begins one.
   *
   * @param identity what makes it this tuning and no other
   * @throws EvolveException if the file is of another tuning, is damaged or is in use
   */
  public static TuneJournal open(Path file, Space space, List<String> identity) {
    try {
      FileChannel channel =
          FileChannel.open(
              file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      TuneJournal journal = new TuneJournal(file, space, channel, locked(file, channel));
      try {
        journal.read(identity);
        return journal;
      } catch (RuntimeException | IOException e) {
        journal.close();
        throw e;
      }
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  private static FileLock locked(Path file, FileChannel channel) throws IOException {
    @Nullable FileLock lock;
    try {
      lock = channel.tryLock();
    } catch (OverlappingFileLockException e) {
      lock = null;
    }
    if (lock == null) {
      channel.close();
      throw new EvolveException(ErrorCode.CONFLICT, file + " is in use; another tuning runs there");
    }
    return lock;
  }

  private static EvolveException unusable(Path file, IOException e) {
    return new EvolveException(
        ErrorCode.OUT_OF_RESOURCES, "the journal " + file + " cannot be used: " + e, e);
  }

  private void read(List<String> identity) throws IOException {
    String text = Files.readString(file);
    int end = text.lastIndexOf('\n') + 1;
    int complete = text.substring(0, end).getBytes(StandardCharsets.UTF_8).length;
    channel.truncate(complete);
    channel.position(complete);
    List<String> lines = text.substring(0, end).lines().toList();
    if (lines.isEmpty()) {
      write(new Line(new Header(VERSION, identity), null, null));
      return;
    }
    for (int i = 0; i < lines.size(); i++) {
      read(i, lines.get(i), identity);
    }
  }

  private void read(int index, String text, List<String> identity) {
    Line line;
    try {
      line = Json.read(text, Line.class);
    } catch (IllegalArgumentException e) {
      throw damaged(index, String.valueOf(e.getMessage()), e);
    }
    if (index == 0) {
      check(line.tuning(), identity);
    } else if (line.asked() != null) {
      Asked asked = line.asked();
      Point point = point(index, asked.values());
      entries.add(
          new JournalEntry.Asked(
              new Proposal(asked.number(), point, asked.strategy(), asked.reason())));
    } else if (line.told() != null) {
      add(told(index, line.told()));
    } else {
      throw damaged(index, "neither asked nor told", null);
    }
  }

  private void check(@Nullable Header header, List<String> identity) {
    if (header == null || header.version() != VERSION) {
      throw damaged(0, "no tuning of version " + VERSION, null);
    }
    for (int i = 0; i < Math.max(identity.size(), header.identity().size()); i++) {
      String wanted = i < identity.size() ? identity.get(i) : "";
      String found = i < header.identity().size() ? header.identity().get(i) : "";
      if (!wanted.equals(found)) {
        throw new EvolveException(
            ErrorCode.CONFLICT,
            file
                + " is of another tuning: there '"
                + found
                + "', here '"
                + wanted
                + "'; give another --out, or --fresh to begin anew");
      }
    }
  }

  private Point point(int index, SortedMap<String, String> values) {
    try {
      return space.point(values);
    } catch (IllegalArgumentException e) {
      throw damaged(index, String.valueOf(e.getMessage()), e);
    }
  }

  private EvolveException damaged(int index, String why, @Nullable Exception cause) {
    String message = file + ", line " + (index + 1) + ": " + why;
    return new EvolveException(ErrorCode.DATA_CORRUPT, message, cause);
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
    return new TuneRecord(trial, told.printed(), told.at());
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
    write(
        new Line(
            null,
            new Asked(proposal.number(), values, proposal.strategy(), proposal.reason()),
            null));
  }

  /** Keeps what was measured. */
  public void told(TuneRecord record) {
    Trial trial = record.trial();
    SortedMap<String, String> values = new TreeMap<>(space.values(trial.point()));
    Outcome.@Nullable Measured measured =
        trial.outcome() instanceof Outcome.Measured it ? it : null;
    Outcome.@Nullable Failed failed = trial.outcome() instanceof Outcome.Failed it ? it : null;
    write(
        new Line(
            null,
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
                record.at())));
    records.add(record);
  }

  private void write(Line line) {
    byte[] bytes = (Json.write(line) + "\n").getBytes(StandardCharsets.UTF_8);
    try {
      ByteBuffer buffer = ByteBuffer.wrap(bytes);
      while (buffer.hasRemaining()) {
        channel.write(buffer);
      }
      channel.force(false);
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }

  /** The values of what is asked for, by parameter, for people. */
  static String describe(Map<String, String> values) {
    return String.join(
        " ", values.entrySet().stream().map(e -> e.getKey() + "=" + e.getValue()).toList());
  }

  @Override
  public void close() {
    try {
      lock.release();
      channel.close();
    } catch (IOException e) {
      throw unusable(file, e);
    }
  }
}
