package dev.evolve.app.bus;

import dev.evolve.event.DomainEvent;
import dev.evolve.json.Json;
import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

/** Commits of a made-up loop whose state counts its events, as that of real ones does. */
final class Commits {

  static final int EVENTS_A_STEP = 3;

  private Commits() {}

  /** Step {@code step} of a loop, with its events. */
  static StepCommit step(String loopId, long step) {
    return step(loopId, step, Status.RUNNING);
  }

  static StepCommit step(String loopId, long step, Status status) {
    List<StreamChunk> events =
        IntStream.range(0, EVENTS_A_STEP)
            .mapToObj(index -> event(loopId, step * EVENTS_A_STEP + index))
            .toList();
    return new StepCommit(checkpoint(loopId, step, status), events);
  }

  static Checkpoint checkpoint(String loopId, long step, Status status) {
    return new Checkpoint(
        loopId,
        "made-up",
        step,
        status,
        ("{\"events\":" + (step + 1) * EVENTS_A_STEP + "}").getBytes(StandardCharsets.UTF_8));
  }

  private static StreamChunk event(String loopId, long sequence) {
    DomainEvent event =
        new DomainEvent.SearchFinished(
            loopId, Instant.ofEpochSecond(1_700_000_000L + sequence), "event " + sequence);
    return StreamChunk.event("events", sequence, Json.write(event));
  }
}
