package dev.evolve.loop.file;

import dev.evolve.loop.StreamChunk;
import dev.evolve.loop.port.CheckpointStore.Checkpoint;
import dev.evolve.loop.port.CheckpointStore.Status;
import dev.evolve.loop.port.CheckpointStore.StepCommit;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/** Steps for tests, and what a store that took them should hold. */
final class Steps {

  private Steps() {}

  static StepCommit running(String loop, long index, String state) {
    return step(loop, index, Status.RUNNING, state);
  }

  static StepCommit step(String loop, long index, Status status, String state) {
    return new StepCommit(
        new Checkpoint(loop, "kind", index, status, state.getBytes(StandardCharsets.UTF_8)),
        List.of());
  }

  static StepCommit withEvent(String loop, long index, String event) {
    return new StepCommit(
        running(loop, index, "{}").checkpoint(), List.of(StreamChunk.event(loop, index, event)));
  }

  /** A random history of a few loops that begin, go on, end, and begin anew. */
  static List<StepCommit> history(RandomGenerator random, int length) {
    List<StepCommit> history = new ArrayList<>();
    for (int i = 0; i < length; i++) {
      String loop = "loop-" + random.nextInt(6);
      Status status = random.nextInt(8) == 0 ? Status.FINISHED : Status.RUNNING;
      String state = "x".repeat(random.nextInt(10) == 0 ? 1500 : random.nextInt(80)) + i;
      StepCommit step = step(loop, i, status, state);
      history.add(random.nextInt(5) == 0 ? withEvents(step, random) : step);
    }
    return history;
  }

  private static StepCommit withEvents(StepCommit step, RandomGenerator random) {
    List<StreamChunk> events = new ArrayList<>();
    for (int i = 0; i <= random.nextInt(3); i++) {
      events.add(StreamChunk.event(step.checkpoint().loopId(), i, "{\"ü\":" + i + "}"));
    }
    return new StepCommit(step.checkpoint(), events);
  }

  /** What a store that took these steps should load, a line for each loop. */
  static List<String> loaded(List<StepCommit> steps) {
    Map<String, Checkpoint> newest = new LinkedHashMap<>();
    for (StepCommit step : steps) {
      newest.remove(step.checkpoint().loopId());
      if (step.checkpoint().status() == Status.RUNNING) {
        newest.put(step.checkpoint().loopId(), step.checkpoint());
      }
    }
    return lines(new ArrayList<>(newest.values()));
  }

  static List<String> lines(List<Checkpoint> checkpoints) {
    return checkpoints.stream()
        .map(
            c ->
                String.join(
                    " ",
                    c.loopId(),
                    c.kind(),
                    Long.toString(c.stepIndex()),
                    c.status().name(),
                    new String(c.state(), StandardCharsets.UTF_8)))
        .toList();
  }

  /** What a store that took these steps should read as events. */
  static List<StoredStep> events(List<StepCommit> steps) {
    List<StoredStep> events = new ArrayList<>();
    for (int i = 0; i < steps.size(); i++) {
      Checkpoint c = steps.get(i).checkpoint();
      if (!steps.get(i).events().isEmpty()) {
        events.add(
            new StoredStep(i + 1, c.loopId(), c.kind(), c.stepIndex(), steps.get(i).events()));
      }
    }
    return events;
  }

  static List<StoredStep> events(FileCheckpointStore store) {
    List<StoredStep> events = new ArrayList<>();
    store.readEvents(events::add);
    return events;
  }
}
